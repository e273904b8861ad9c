import type { readingOperations } from "@retrieval/api";
import { readerOf } from "@retrieval/core";
import { isRefusal } from "@retrieval/core/errors";
import { type FoundReference, listDocuments, readOutline, readReference } from "@retrieval/core/use-cases";
import type { HandlersOf } from "../routing/handler.js";
import { reportsMismatch } from "./access-mismatch.js";
import { withTimes } from "./bridge.js";

export const readingHandlers: HandlersOf<typeof readingOperations> = {
  async listReadableDocuments({ query: { limit, cursor, query, order }, req, cursors }, deps, { user }) {
    const from = cursors.read(cursor);
    if (isRefusal(from)) return from;
    const newest = order === "published";
    const page = { ...from, limit: newest ? 200 : limit, ...(query ? { query } : {}) };
    const { documents, metrics } = deps;
    const rows = await listDocuments(page, readerOf(user), {
      documents,
      onAccessMismatch: reportsMismatch(req, { metrics }),
    });
    const timed = await withTimes(rows, deps);
    if (newest) {
      timed.sort((a, b) => (a.published_at < b.published_at ? 1 : -1));
      return { status: 200, body: { documents: timed.slice(0, limit), next_cursor: null } };
    }
    const found = cursors.pageOf(timed, limit, ({ document_id }) => document_id);
    return { status: 200, body: { documents: found.page, next_cursor: found.next_cursor } };
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

/** The answer as JSON, with the chunks in the text that they are stored as: reading them would cost more than all else. */
function writtenReference({ reference }: FoundReference): string {
  const { doc, chunk, related_chunks, previous_chunk_id, next_chunk_id } = reference;
  const neighbours = JSON.stringify({ previous_chunk_id, next_chunk_id }).slice(1, -1);
  return `{"reference":{"doc":${JSON.stringify(doc)},"chunk":${chunk.text},"related_chunks":${related_chunks.text},${neighbours}}}`;
}
