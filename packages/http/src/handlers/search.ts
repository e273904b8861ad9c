import type { searchOperations } from "@retrieval/api";
import { readerOf } from "@retrieval/core";
import { isDocumentId } from "@retrieval/core/chunks";
import { isRefusal, refuse } from "@retrieval/core/errors";
import { search } from "@retrieval/core/use-cases";
import type { HandlersOf } from "../routing/handler.js";
import { reportsMismatch } from "./access-mismatch.js";
import { answerOfChunks, suggestedTitles } from "./bridge.js";

export const searchHandlers: HandlersOf<typeof searchOperations> = {
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
    return {
      status: 200,
      body: { ...answerOfChunks(answer), next_cursor: answer.cursor === null ? null : cursors.write(answer.cursor) },
    };
  },
  async suggest({ query: { query } }, deps, { user }) {
    return { status: 200, body: { suggestions: await suggestedTitles(query, readerOf(user), deps) } };
  },
};
