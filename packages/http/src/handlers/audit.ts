import { type AuditEntryView, type auditOperations, entrySentence, type LanguageCode } from "@retrieval/api";
import { documentsRows, ENTRY_HEADER, entryRows, readersRows } from "@retrieval/api/csv";
import { isRefusal, type Refusal, refuse } from "@retrieval/core/errors";
import type { AuditKind, AuditLog, AuditQuery, MentionedNames, RecordedEntry } from "@retrieval/core/ports";
import { couldRead, mentionedIn, readMoment, whoCouldRead, withoutMemberships } from "@retrieval/core/use-cases";
import { csvAnswer, wantsCsv } from "../answers/csv-answer.js";
import type { HandlersOf } from "../routing/handler.js";
import { rowsBefore } from "../routing/page-cursors.js";

/** How many entries a CSV reads at once. */
const CSV_PAGE = 1_000;

export const auditHandlers: HandlersOf<typeof auditOperations, "audit"> = {
  async listAuditEntries(
    { query: { limit, cursor: _, format, from, to, without, ...filter }, after, req, cursors, language },
    { audit },
    { user },
  ) {
    const times = readTimes(from, to);
    if (isRefusal(times)) return times;
    const left = without === undefined ? {} : { without: without.split(",") as AuditKind[] };
    const asked = {
      ...filter,
      ...left,
      ...times,
      ...rowsBefore(after),
    };
    if (wantsCsv(req, format)) {
      const first = await audit.list({ ...asked, limit: CSV_PAGE });
      // After the first page, so that no file has its own export in it.
      const { user_id = null, document_id = null, kind = null } = filter;
      const details = { kind, ...left, from: from ?? null, to: to ?? null };
      await audit.record([{ kind: "audit-exported", by_user: user.user_id, user_id, document_id, details }]);
      return csvAnswer("audit", allEntries(first, asked, language, audit));
    }
    const rows = await audit.list({ ...asked, limit: limit + 1 });
    const { items: page, next_cursor } = cursors.pageOf(rows, limit, ({ entry_id }) => String(entry_id));
    const names = await audit.names(mentionedIn(page));
    const items = page.map((entry) => viewOf({ ...entry, details: withoutMemberships(entry) }, names, language));
    return { status: 200, body: { items, names, next_cursor } };
  },
  async whoCouldRead({ query: { document_id, at, format }, req }, { audit }, { user }) {
    const moment = readMoment(at, "ends");
    if (moment === null) return refuse("INVALID_REQUEST", { code: "field.not_moment", field: "at" });
    const found = await whoCouldRead(document_id, moment, audit);
    if (isRefusal(found)) return found;
    const answer = { ...found, at: isoText(moment) };
    const details = { at: answer.at, readers: answer.readers.length };
    await audit.record([{ kind: "access-explained", by_user: user.user_id, user_id: null, document_id, details }]);
    return wantsCsv(req, format) ? csvAnswer("who-could-read", [readersRows(answer)]) : { status: 200, body: answer };
  },
  async couldRead({ query: { user_id, at, format }, req }, { audit }, { user }) {
    const moment = readMoment(at, "ends");
    if (moment === null) return refuse("INVALID_REQUEST", { code: "field.not_moment", field: "at" });
    const found = await couldRead(user_id, moment, audit);
    if (isRefusal(found)) return found;
    const answer = { user: found.user, at: isoText(moment), documents: found.documents };
    const details = { at: answer.at, documents: answer.documents.length };
    await audit.record([{ kind: "access-explained", by_user: user.user_id, user_id, document_id: null, details }]);
    return wantsCsv(req, format) ? csvAnswer("could-read", [documentsRows(answer)]) : { status: 200, body: answer };
  },
};

function readTimes(from: string | undefined, to: string | undefined): Pick<AuditQuery, "from" | "to"> | Refusal {
  const first = from === undefined ? undefined : readMoment(from, "begins");
  const last = to === undefined ? undefined : readMoment(to, "ends");
  if (first === null) return refuse("INVALID_REQUEST", { code: "field.not_moment", field: "from" });
  if (last === null) return refuse("INVALID_REQUEST", { code: "field.not_moment", field: "to" });
  if (first !== undefined && last !== undefined && first > last)
    return refuse("INVALID_REQUEST", { code: "field.later", field: "from", other: "to" });
  // The port's end is the first moment that is left out; here the last one is meant too, as of a day.
  return { ...(first === undefined ? {} : { from: first }), ...(last === undefined ? {} : { to: last + 1 }) };
}

async function* allEntries(
  first: readonly RecordedEntry[],
  asked: Omit<AuditQuery, "limit">,
  language: LanguageCode,
  audit: Pick<AuditLog, "list">,
) {
  yield ENTRY_HEADER;
  for (let page = first; page.length > 0; ) {
    yield entryRows(page.map((entry) => viewOf(entry, NO_NAMES, language)));
    const before = page.at(-1)?.entry_id as number;
    page = page.length < CSV_PAGE ? [] : await audit.list({ ...asked, before, limit: CSV_PAGE });
  }
}

/** A CSV is kept, and a name can be erased, so it has none. */
const NO_NAMES: MentionedNames = { users: [], documents: [] };

function viewOf(entry: RecordedEntry, names: MentionedNames, language: LanguageCode): AuditEntryView {
  const { entry_id: _, at, ...event } = entry;
  return { ...event, at: isoText(at), sentence: entrySentence(event, names, language) };
}

function isoText(ms: number): string {
  return new Date(ms).toISOString();
}
