import type { readingOperations } from "@retrieval/api";
import { readerOf } from "@retrieval/core";
import type { PublishedHead } from "@retrieval/core/documents";
import { isRefusal, refuse } from "@retrieval/core/errors";
import { problemWithDay } from "@retrieval/core/limits";
import { type ListPlace, TITLE_IN_LIST } from "@retrieval/core/ports";
import {
  type DocumentPart,
  type FoundReference,
  listHistory,
  listReadableDocuments,
  proveCitations,
  readDocument,
  readFacts,
  readOriginal,
  readOutline,
  readReference,
} from "@retrieval/core/use-cases";
import { fileAnswer } from "../answers/file-answer.js";
import { isoOrNull } from "../answers/moments.js";
import type { HandlersOf } from "../routing/handler.js";
import { type Cursors, wholeList } from "../routing/page-cursors.js";
import { reportsMismatch } from "./access-mismatch.js";
import { findDeps } from "./find-deps.js";
import { refusedSearch } from "./search.js";
import { usageBy } from "./usage-of.js";

export const readingHandlers: HandlersOf<
  typeof readingOperations,
  "chunks" | "clock" | "finding" | "readableLives" | "metrics" | "notices" | "originals" | "timeZone" | "usage"
> = {
  async listReadableDocuments({ query: { limit, query = "", order }, after, req, cursors }, deps, { user }) {
    const page = { query, limit: limit + 1, after: listedAfter(after), order };
    const rows = await listReadableDocuments(page, readerOf(user), findDeps(req, deps));
    if (isRefusal(rows)) return refusedSearch(rows, req, user, deps);
    const found = cursors.pageOf(rows, limit, placeOf);
    const items = found.items.map(({ revision_id: _, shelf: __, ...document }) => dated(document));
    return { status: 200, body: { ...found, items } };
  },
  async readDocumentFacts({ params, req }, { readableLives: lives, notices, timeZone, metrics }, { user }) {
    const deps = { lives, notices, timeZone, onAccessMismatch: reportsMismatch(req, { metrics }) };
    const facts = await readFacts(params.document_id, readerOf(user), deps);
    if (isRefusal(facts)) return facts;
    const { notice, ...others } = dated(facts);
    const { read_at = null, confirmed_at = null } = notice ?? {};
    const times = { read_at: isoOrNull(read_at), confirmed_at: isoOrNull(confirmed_at) };
    return { status: 200, body: { ...others, notice: notice && { ...notice, ...times } } };
  },
  async listDocumentHistory({ params, req }, { readableLives: lives, metrics }, { user }) {
    const deps = { lives, onAccessMismatch: reportsMismatch(req, { metrics }) };
    const versions = await listHistory(params.document_id, readerOf(user), deps);
    return isRefusal(versions) ? versions : { status: 200, body: wholeList(versions.map(dated)) };
  },
  async readOutline(
    { params, query: { as_of = null, version = null }, req },
    { chunks, readableLives: lives, metrics },
    { user },
  ) {
    if (as_of !== null && problemWithDay("as_of", as_of) !== null) return NO_DAY;
    const deps = { chunks, lives, onAccessMismatch: reportsMismatch(req, { metrics }) };
    const answer = await readOutline(params.document_id, { as_of, version }, readerOf(user), deps);
    return isRefusal(answer) ? answer : { status: 200, body: dated(answer) };
  },
  async readOriginal({ params, req }, { readableLives: lives, originals, metrics }, { user }) {
    const deps = { lives, originals, onAccessMismatch: reportsMismatch(req, { metrics }) };
    const answer = await readOriginal(params.document_id, readerOf(user), deps);
    return isRefusal(answer) ? answer : fileAnswer(answer);
  },
  async readDocument(
    { params, query: { around = null, as_of = null, version = null, limit }, after, req, cursors },
    deps,
    session,
  ) {
    const { user } = session;
    if (as_of !== null && problemWithDay("as_of", as_of) !== null) return NO_DAY;
    const asked = { around, as_of, version, limit, cursor: after ?? null };
    const answer = await readDocument(params.document_id, asked, readerOf(user), {
      ...{ chunks: deps.chunks, lives: deps.readableLives },
      onAccessMismatch: reportsMismatch(req, deps),
    });
    if (isRefusal(answer)) return answer;
    if (after === undefined) usageBy(session, deps)?.read({ user_id: user.user_id, document_id: params.document_id });
    return { status: 200, json: writtenPart(answer, cursors) };
  },
  async readReference({ body, req }, deps, { user }) {
    const answer = await readReference(body, readerOf(user), {
      chunks: deps.chunks,
      onAccessMismatch: reportsMismatch(req, deps),
    });
    return isRefusal(answer) ? answer : { status: 200, json: writtenReference(answer) };
  },
  async proveCitations({ body, req }, { chunks, metrics }, { user }) {
    const deps = { chunks, onAccessMismatch: reportsMismatch(req, { metrics }) };
    return { status: 200, body: { proofs: await proveCitations(body.citations, readerOf(user), deps) } };
  },
};

const NO_DAY = refuse("INVALID_REQUEST", { code: "field.not_day", field: "as_of" });

/** A published version as it is answered. */
function dated<Published extends Pick<PublishedHead, "published_at">>({ published_at, ...rest }: Published) {
  return { ...rest, published_at: new Date(published_at).toISOString() };
}

/** The place of a document in a list, for a cursor. */
function placeOf({ published_at, document_id, shelf, title = "" }: ListPlace): string {
  return JSON.stringify([published_at, document_id, shelf?.category, shelf?.number, title.slice(0, TITLE_IN_LIST)]);
}

/** The last document of the page before, as its cursor has it. */
function listedAfter(key: string | undefined): ListPlace | null {
  if (key === undefined) return null;
  const [published_at, document_id, category, number, title] = JSON.parse(key);
  return { published_at, document_id, shelf: { category, number }, title };
}

/** The answer as JSON, with the chunks in the text that they are stored as: reading them would cost more than all else. */
function writtenReference({ reference }: FoundReference): string {
  const { doc, chunk, related_chunks, ...others } = reference;
  const neighbours = JSON.stringify(others).slice(1, -1);
  return `{"reference":{"doc":${JSON.stringify(doc)},"chunk":${chunk.text},"related_chunks":${related_chunks.text},${neighbours}}}`;
}

/** Like {@link writtenReference}. */
function writtenPart({ document, chunks, ...part }: DocumentPart, cursors: Cursors): string {
  const { total, first, sections, related_sections, previous, next } = part;
  const before = JSON.stringify({ document: dated(document), total, first }).slice(0, -1);
  const sealed = (position: string | null) => (position === null ? null : cursors.write(position));
  const after = { sections, related_sections, previous_cursor: sealed(previous), next_cursor: sealed(next) };
  return `${before},"items":${chunks.text},${JSON.stringify(after).slice(1)}`;
}
