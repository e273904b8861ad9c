import type { versionOperations } from "@retrieval/api";
import { readEnactment } from "@retrieval/core/documents";
import { isRefusal, NO_DOCUMENT, refuse } from "@retrieval/core/errors";
import { publicationWarnings } from "@retrieval/core/use-cases";
import type { HandlersOf } from "../routing/handler.js";
import { placeAfter, wholeList } from "../routing/page-cursors.js";
import { refusedIfUnreadable } from "./refused-if-unreadable.js";
import { warningsInWords } from "./warnings-in-words.js";

export const NO_VERSION = refuse("DOCUMENT_NOT_FOUND", { code: "version.unknown" });

export const versionHandlers: HandlersOf<typeof versionOperations, "versions"> = {
  async listVersions({ params }, { versions }) {
    const kept = await versions.list(params.document_id);
    if (kept === null) return NO_DOCUMENT;
    const view = kept.map(({ published_at, ...version }) => ({
      ...version,
      published_at: new Date(published_at).toISOString(),
    }));
    return { status: 200, body: wholeList(view) };
  },
  async listVersionChunks({ params, query: { limit }, after, cursors }, { versions }) {
    const number = numberIn(params);
    const page =
      number === null ? null : await versions.chunks(params.document_id, number, { limit, ...placeAfter(after) });
    if (page === null) return NO_VERSION;
    return { status: 200, body: cursors.chunkPage(page) };
  },
  async restoreVersion({ params, body, language }, { versions }, { user }) {
    const number = numberIn(params);
    const enactment = readEnactment(body);
    if ("code" in enactment) return refuse("INVALID_REQUEST", enactment);
    const { publish = true } = body ?? {};
    const restored =
      number === null
        ? null
        : await refusedIfUnreadable(
            versions.restore(params.document_id, number, user.user_id, { publish, ...enactment }),
          );
    if (restored === null) return NO_VERSION;
    if (isRefusal(restored)) return restored;
    const { published, changes } = restored;
    const warnings = publish ? warningsInWords(publicationWarnings(restored), language) : [];
    return { status: 200, body: { number: published?.number ?? null, changes, warnings } };
  },
};

/** null: no version can have it. */
export function numberIn({ number }: { readonly number: string }): number | null {
  return /^[1-9][0-9]{0,9}$/.test(number) ? Number(number) : null;
}
