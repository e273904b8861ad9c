import type { VocabularyEntryView, vocabularyOperations } from "@retrieval/api";
import { vocabularyRows } from "@retrieval/api/csv";
import { isRefusal, type Refusal, refuse } from "@retrieval/core/errors";
import type { VocabularyFileReader } from "@retrieval/core/ports";
import { type GivenVocabulary, previewVocabulary, replaceVocabulary } from "@retrieval/core/use-cases";
import { csvAnswer, wantsCsv } from "../answers/csv-answer.js";
import type { HandlersOf } from "../routing/handler.js";
import { parseJson } from "../routing/read-body.js";

export const vocabularyHandlers: HandlersOf<typeof vocabularyOperations, "vocabularyFiles" | "vocabularyStore"> = {
  async readVocabulary({ query: { format }, req }, { vocabularyStore }) {
    const { entries, version } = await vocabularyStore.read();
    const headers = { ETag: `"${version}"` };
    if (!wantsCsv(req, format)) return { status: 200, body: { entries }, headers };
    const answer = csvAnswer("vocabulary", [vocabularyRows(entries)]);
    return { ...answer, headers: { ...answer.headers, ...headers } };
  },
  async replaceVocabulary({ body, mediaType, req }, { vocabularyStore, vocabularyFiles }, { user }) {
    const expected = expectedVersion(req.headers["if-match"]);
    if (isRefusal(expected)) return expected;
    const given = await givenVocabulary(body, mediaType, vocabularyFiles);
    if (isRefusal(given)) return given;
    const kept = await replaceVocabulary(given, expected.version, user.user_id, vocabularyStore);
    if (isRefusal(kept)) return kept;
    const entries: readonly VocabularyEntryView[] = kept.entries;
    return { status: 200, body: { entries }, headers: { ETag: `"${kept.version}"` } };
  },
  async previewVocabulary({ body, mediaType }, { vocabularyStore, vocabularyFiles }) {
    const given = await givenVocabulary(body, mediaType, vocabularyFiles);
    if (isRefusal(given)) return given;
    const entries = await previewVocabulary(given, vocabularyStore);
    if (isRefusal(entries)) return entries;
    const answered: readonly VocabularyEntryView[] = entries;
    return { status: 200, body: { entries: answered } };
  },
};

async function givenVocabulary(
  bytes: Uint8Array,
  mediaType: string,
  files: VocabularyFileReader,
): Promise<GivenVocabulary | Refusal> {
  if (mediaType === "text/csv") {
    const file = await files.read(bytes);
    return "code" in file ? refuse("INVALID_REQUEST", file) : file;
  }
  const json = parseJson(bytes);
  return isRefusal(json) ? json : { body: json.value };
}

/** RFC 9110 §13.1.1: `*` overwrites any version; a weak tag matches nothing. */
function expectedVersion(header: string | undefined): { readonly version: string | null } | Refusal {
  const tag = header?.trim();
  if (!tag) return refuse("PRECONDITION_REQUIRED", { code: "vocabulary.if_match_missing" });
  if (tag === "*") return { version: null };
  const version = tag.match(/^"([\x21\x23-\x7e]{1,128})"$/)?.[1];
  return version === undefined ? refuse("PRECONDITION_FAILED", { code: "vocabulary.if_match_unknown" }) : { version };
}
