import type { VocabularyEntryView, vocabularyOperations } from "@retrieval/api";
import { vocabularyRows } from "@retrieval/api/csv";
import { isRefusal, type Refusal, refuse } from "@retrieval/core/errors";
import type { ChangedVocabulary, ReadVocabularyFile } from "@retrieval/core/ports";
import type { KeptEntry } from "@retrieval/core/search";
import {
  ABSENT,
  addStarters,
  deleteEntry,
  filterEntries,
  type GivenVocabulary,
  previewVocabulary,
  putEntry,
  readEntry,
  replaceVocabulary,
  versionOf,
} from "@retrieval/core/use-cases";
import type { Request } from "express";
import { csvAnswer, wantsCsv } from "../answers/csv-answer.js";
import type { HandlersOf } from "../routing/handler.js";
import { parseJson } from "../routing/read-body.js";

export const vocabularyHandlers: HandlersOf<
  typeof vocabularyOperations,
  "starterVocabulary" | "readVocabularyFile" | "vocabularyStore"
> = {
  async readVocabulary({ query: { limit, cursor, format, ...filter }, req, cursors }, { vocabularyStore }) {
    const after = cursors.read(cursor);
    if (isRefusal(after)) return after;
    const entries = await vocabularyStore.read();
    const headers = { ETag: etagOf(entries) };
    const matches = filterEntries(entries, filter);
    if (wantsCsv(req, format)) {
      const answer = csvAnswer("vocabulary", [vocabularyRows(matches)]);
      return { ...answer, headers: { ...answer.headers, ...headers } };
    }
    const rest = after === undefined ? matches : matches.filter(({ said }) => isAfter(said, after));
    const page = cursors.pageOf(rest.slice(0, limit + 1).map(viewOf), limit, ({ said }) => said);
    return { status: 200, body: { ...page, matches: matches.length }, headers };
  },
  async replaceVocabulary(
    { body, mediaType, query: { dry_run }, req },
    { vocabularyStore, readVocabularyFile },
    { user },
  ) {
    const expected = dry_run ? null : expectedVersion(req);
    if (isRefusal(expected)) return expected;
    const given = await givenVocabulary(body, mediaType, readVocabularyFile);
    if (isRefusal(given)) return given;
    return changeAnswer(
      await (dry_run
        ? previewVocabulary(given, vocabularyStore)
        : replaceVocabulary(given, expected, user.user_id, vocabularyStore)),
    );
  },
  async addStarterEntries(_request, { vocabularyStore, starterVocabulary }, { user }) {
    return changeAnswer(await addStarters(starterVocabulary(), user.user_id, vocabularyStore));
  },
  async readVocabularyEntry({ params: { said } }, { vocabularyStore }) {
    return entryAnswer(await readEntry(said, vocabularyStore));
  },
  async putVocabularyEntry({ params: { said }, body, req }, { vocabularyStore }, { user }) {
    const absent = req.get("If-None-Match")?.trim();
    if (absent && absent !== "*") return refuse("INVALID_REQUEST", { code: "vocabulary.if_none_match_tag" });
    const expected = absent ? ABSENT : expectedVersion(req);
    if (isRefusal(expected)) return expected;
    const given = parseJson(body);
    if (isRefusal(given)) return given;
    return entryAnswer(await putEntry(said, given.value, expected, user.user_id, vocabularyStore));
  },
  async deleteVocabularyEntry({ params: { said }, req }, { vocabularyStore }, { user }) {
    const expected = expectedVersion(req);
    if (isRefusal(expected)) return expected;
    return (await deleteEntry(said, expected, user.user_id, vocabularyStore)) ?? { status: 204 };
  },
};

const etagOf = (entries: KeptEntry | readonly KeptEntry[]) => `"${versionOf(entries)}"`;

const viewOf = (entry: KeptEntry): VocabularyEntryView => ({ ...entry, version: versionOf(entry) });

/** In code-point order, which is that of the bytes. */
const isAfter = (said: string, after: string) => Buffer.compare(Buffer.from(said), Buffer.from(after)) > 0;

function entryAnswer(entry: KeptEntry | Refusal) {
  if (isRefusal(entry)) return entry;
  return { status: 200 as const, body: viewOf(entry), headers: { ETag: etagOf(entry) } };
}

function changeAnswer(changed: ChangedVocabulary | Refusal) {
  if (isRefusal(changed)) return changed;
  const { added, changed: edited, removed, unchanged } = changed.change;
  const body = { added: added.map(viewOf), changed: edited.map(viewOf), removed: removed.map(viewOf), unchanged };
  return { status: 200 as const, body, headers: { ETag: etagOf(changed.entries) } };
}

async function givenVocabulary(
  bytes: Uint8Array,
  mediaType: string,
  read: ReadVocabularyFile,
): Promise<GivenVocabulary | Refusal> {
  if (mediaType === "text/csv") {
    const file = await read(bytes);
    return "code" in file ? refuse("INVALID_REQUEST", file) : file;
  }
  const json = parseJson(bytes);
  return isRefusal(json) ? json : { body: json.value };
}

/** RFC 9110 §13.1.1: `*` overwrites any version; a weak tag matches nothing. @returns null for any version */
function expectedVersion(req: Request): string | null | Refusal {
  const tag = req.get("If-Match")?.trim();
  if (!tag) return refuse("PRECONDITION_REQUIRED", { code: "if_match.missing" });
  if (tag === "*") return null;
  const version = tag.match(/^"([\x21\x23-\x7e]{1,128})"$/)?.[1];
  // No version is "absent" that a tag can name.
  return version === undefined || version === ABSENT
    ? refuse("PRECONDITION_FAILED", { code: "if_match.unknown" })
    : version;
}
