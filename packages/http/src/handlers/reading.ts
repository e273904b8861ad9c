import type { readingOperations } from "@retrieval/api";
import { readerOf } from "@retrieval/core";
import { isRefusal } from "@retrieval/core/errors";
import { type FoundReference, listReadableDocuments, readOutline, readReference } from "@retrieval/core/use-cases";
import type { HandlersOf } from "../routing/handler.js";
import { reportsMismatch } from "./access-mismatch.js";
import { findDeps } from "./find-deps.js";
import { refusedSearch } from "./search.js";

export const readingHandlers: HandlersOf<typeof readingOperations> = {
  async listReadableDocuments({ query: { limit, cursor, query = "", order }, req, cursors }, deps, { user }) {
    const from = cursors.read(cursor);
    if (isRefusal(from)) return from;
    const page = { query, limit: limit + 1, after: listedAfter(from.after), order };
    const rows = await listReadableDocuments(page, readerOf(user), findDeps(req, deps));
    if (isRefusal(rows)) return refusedSearch(rows, req, user, deps);
    const found = cursors.pageOf(rows, limit, ({ document_id, published_at }) => `${published_at} ${document_id}`);
    const documents = found.page.map(({ document_id, title, version, published_at }) => ({
      document_id,
      title,
      version,
      published_at: new Date(published_at).toISOString(),
    }));
    return { status: 200, body: { documents, next_cursor: found.next_cursor } };
  },
  async readOutline({ params, req }, { chunks, metrics }, { user }) {
    const deps = { chunks, onAccessMismatch: reportsMismatch(req, { metrics }) };
    const answer = await readOutline(params.document_id, readerOf(user), deps);
    return isRefusal(answer) ? answer : { status: 200, body: answer };
  },
  async readReference({ body, req }, deps, { user }) {
    const answer = await readReference(body, readerOf(user), {
      chunks: deps.chunks,
      onAccessMismatch: reportsMismatch(req, deps),
    });
    return isRefusal(answer) ? answer : { status: 200, json: writtenReference(answer) };
  },
};

/** The last document of the page before, as its cursor has it; the first part is its time. */
function listedAfter(key: string | undefined) {
  const [, published_at, document_id] = key?.match(/^(\d+) (.*)$/) ?? [];
  return document_id === undefined ? null : { document_id, published_at: Number(published_at) };
}

/** The answer as JSON, with the chunks in the text that they are stored as: reading them would cost more than all else. */
function writtenReference({ reference }: FoundReference): string {
  const { doc, chunk, related_chunks, previous_chunk_id, next_chunk_id } = reference;
  const neighbours = JSON.stringify({ previous_chunk_id, next_chunk_id }).slice(1, -1);
  return `{"reference":{"doc":${JSON.stringify(doc)},"chunk":${chunk.text},"related_chunks":${related_chunks.text},${neighbours}}}`;
}
