import type { readingOperations } from "@retrieval/api";
import { readerOf } from "@retrieval/core";
import type { PublishedHead } from "@retrieval/core/documents";
import { isRefusal } from "@retrieval/core/errors";
import {
  type DocumentPart,
  type FoundReference,
  listReadableDocuments,
  readDocument,
  readOriginal,
  readOutline,
  readReference,
} from "@retrieval/core/use-cases";
import { fileAnswer } from "../answers/file-answer.js";
import type { HandlersOf } from "../routing/handler.js";
import type { Cursors } from "../routing/page-cursors.js";
import { reportsMismatch } from "./access-mismatch.js";
import { findDeps } from "./find-deps.js";
import { refusedSearch } from "./search.js";
import { usageBy } from "./usage-of.js";

export const readingHandlers: HandlersOf<
  typeof readingOperations,
  "chunks" | "finding" | "metrics" | "originals" | "usage"
> = {
  async listReadableDocuments({ query: { limit, query = "", order }, after, req, cursors }, deps, { user }) {
    const page = { query, limit: limit + 1, after: listedAfter(after), order };
    const rows = await listReadableDocuments(page, readerOf(user), findDeps(req, deps));
    if (isRefusal(rows)) return refusedSearch(rows, req, user, deps);
    const found = cursors.pageOf(rows, limit, ({ document_id, published_at }) => `${published_at} ${document_id}`);
    const items = found.items.map(({ revision_id: _, ...document }) => dated(document));
    return { status: 200, body: { ...found, items } };
  },
  async readOutline({ params, req }, { chunks, metrics }, { user }) {
    const deps = { chunks, onAccessMismatch: reportsMismatch(req, { metrics }) };
    const answer = await readOutline(params.document_id, readerOf(user), deps);
    return isRefusal(answer) ? answer : { status: 200, body: dated(answer) };
  },
  async readOriginal({ params, req }, { originals, metrics }, { user }) {
    const deps = { originals, onAccessMismatch: reportsMismatch(req, { metrics }) };
    const answer = await readOriginal(params.document_id, readerOf(user), deps);
    return isRefusal(answer) ? answer : fileAnswer(answer);
  },
  async readDocument({ params, query: { around = null, limit }, after, req, cursors }, deps, session) {
    const { user } = session;
    const asked = { around, limit, cursor: after ?? null };
    const answer = await readDocument(params.document_id, asked, readerOf(user), {
      chunks: deps.chunks,
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
};

/** A published version as it is answered. */
function dated<Published extends Pick<PublishedHead, "published_at">>({ published_at, ...rest }: Published) {
  return { ...rest, published_at: new Date(published_at).toISOString() };
}

/** The last document of the page before, as its cursor has it; the first part is its time. */
function listedAfter(key: string | undefined) {
  const [, published_at, document_id] = key?.match(/^(\d+) (.*)$/) ?? [];
  return document_id === undefined ? null : { document_id, published_at: Number(published_at) };
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
