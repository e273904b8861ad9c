import type { readingOperations } from "@retrieval/api";
import { readerOf } from "@retrieval/core";
import { isDocumentId } from "@retrieval/core/chunks";
import { isRefusal, refuse } from "@retrieval/core/errors";
import {
  type DocumentPart,
  type FoundReference,
  listDocuments,
  readDocument,
  readOriginal,
  readOutline,
  readReference,
  search,
} from "@retrieval/core/use-cases";
import { fileAnswer } from "../answers/file-answer.js";
import type { HandlersOf } from "../routing/handler.js";
import type { Cursors } from "../routing/page-cursors.js";
import { reportsMismatch } from "./access-mismatch.js";

export const readingHandlers: HandlersOf<typeof readingOperations> = {
  async listReadableDocuments({ query: { limit, cursor, query }, req, cursors }, { documents, metrics }, { user }) {
    const from = cursors.read(cursor);
    if (isRefusal(from)) return from;
    const page = { ...from, limit, ...(query ? { query } : {}) };
    const deps = { documents, onAccessMismatch: reportsMismatch(req, { metrics }) };
    const rows = await listDocuments(page, readerOf(user), deps);
    const found = cursors.pageOf(rows, limit, ({ document_id }) => document_id);
    return { status: 200, body: { documents: found.page, next_cursor: found.next_cursor } };
  },
  async readOutline({ params, req }, { chunks, metrics }, { user }) {
    const deps = { chunks, onAccessMismatch: reportsMismatch(req, { metrics }) };
    const answer = await readOutline(params.document_id, readerOf(user), deps);
    return isRefusal(answer) ? answer : { status: 200, body: answer };
  },
  async readOriginal({ params, req }, { originals, metrics }, { user }) {
    const deps = { originals, onAccessMismatch: reportsMismatch(req, { metrics }) };
    const answer = await readOriginal(params.document_id, readerOf(user), deps);
    return isRefusal(answer) ? answer : fileAnswer(answer);
  },
  async readDocument({ params, query: { around = null, limit, cursor }, req, cursors }, { chunks, metrics }, { user }) {
    const from = cursors.read(cursor);
    if (isRefusal(from)) return from;
    const asked = { around, limit, cursor: from.after ?? null };
    const deps = { chunks, onAccessMismatch: reportsMismatch(req, { metrics }) };
    const answer = await readDocument(params.document_id, asked, readerOf(user), deps);
    return isRefusal(answer) ? answer : { status: 200, json: writtenPart(answer, cursors) };
  },
  async readReference({ body, req }, deps, { user }) {
    const answer = await readReference(body, readerOf(user), {
      chunks: deps.chunks,
      onAccessMismatch: reportsMismatch(req, deps),
    });
    return isRefusal(answer) ? answer : { status: 200, json: writtenReference(answer) };
  },
  async searchChunks({ body, req, cursors }, { searchIndex, vocabulary, metrics }, { user }) {
    const { query, limit = 10, filters = {} } = body;
    const unknown = filters.doc_ids?.find((id) => !isDocumentId(id));
    if (unknown !== undefined) return refuse("INVALID_REQUEST", { code: "search.not_document_ids" });
    const from = cursors.read(body.cursor);
    if (isRefusal(from)) return from;

    const request = {
      query,
      limit,
      cursor: from.after ?? null,
      doc_ids: filters.doc_ids ?? null,
      text_types: filters.text_types ?? null,
    };
    const deps = { index: searchIndex, vocabulary, onAccessMismatch: reportsMismatch(req, { metrics }) };
    const answer = await search(request, readerOf(user), deps);
    if (isRefusal(answer)) {
      if (answer.code === "UNAVAILABLE") {
        metrics.limited("search_time");
        req.log.warn({ user_id: user.user_id }, "a search took longer than SEARCH_TIMEOUT_MS and was stopped");
      }
      return answer;
    }
    const { results, total, cursor } = answer;
    return {
      status: 200,
      body: { results, total, next_cursor: cursor === null ? null : cursors.write(cursor) },
    };
  },
};

/** The answer as JSON, with the chunks in the text that they are stored as: reading them would cost more than all else. */
function writtenReference({ reference }: FoundReference): string {
  const { doc, chunk, related_chunks, ...others } = reference;
  const neighbours = JSON.stringify(others).slice(1, -1);
  return `{"reference":{"doc":${JSON.stringify(doc)},"chunk":${chunk.text},"related_chunks":${related_chunks.text},${neighbours}}}`;
}

/** Like {@link writtenReference}. */
function writtenPart({ document, chunks, ...part }: DocumentPart, cursors: Cursors): string {
  const { total, first, sections, related_sections, previous, next } = part;
  const before = JSON.stringify({ document, total, first }).slice(0, -1);
  const sealed = (position: string | null) => (position === null ? null : cursors.write(position));
  const after = { sections, related_sections, previous_cursor: sealed(previous), next_cursor: sealed(next) };
  return `${before},"chunks":${chunks.text},${JSON.stringify(after).slice(1)}`;
}
