import type { BodyOf } from "@retrieval/api";
import { isRefusal, type Refusal } from "@retrieval/core/errors";
import { namesIn } from "@retrieval/core/limits";
import { listedIn, previewRuleEdit, type RuleEditPreview } from "@retrieval/core/use-cases";
import type { RouteDeps } from "../deps.js";
import type { CallerSession } from "../routing/authenticate.js";

type Edit = BodyOf<"previewRuleEdit">["change"];

/** Previews an edit, and records it if a rule would change: only then does it tell about readers. */
export async function recordedPreview(
  document_ids: readonly string[],
  edit: Edit,
  deps: Pick<RouteDeps, "audit" | "documents" | "users">,
  { user: { user_id: by_user } }: CallerSession,
): Promise<RuleEditPreview | Refusal> {
  const preview = await previewRuleEdit(document_ids, edit, deps);
  if (isRefusal(preview) || !preview.documents.some(({ changes }) => changes)) return preview;
  const found = preview.documents.flatMap(({ document_id, title }) => (title === null ? [] : [document_id]));
  const about = found.length === 1 ? { document_id: found[0] as string } : { document_id: null };
  const ids = found.length === 1 ? {} : listedIn({ document_ids: found });
  const details = { ...editDetails(edit), ...ids, gained: preview.gained.count, lost: preview.lost.count };
  await deps.audit.record([{ kind: "access-explained", by_user, user_id: null, ...about, details }]);
  return preview;
}

/** A rule of one group has the group's members as its readers, so the entry has the names of the edit. */
function editDetails({ replace, remove, add, allow_all }: Edit) {
  const opens = allow_all === undefined ? null : allow_all ? "open" : "close";
  const hasNames = (names: Edit["add"] = {}) => Object.values(names).some((list) => list && list.length > 0);
  const parts = [replace && "replace", hasNames(remove) && "remove", hasNames(add) && "add", opens];
  return { edit: parts.filter((word) => typeof word === "string"), ...listedIn(namesIn([replace, remove, add])) };
}
