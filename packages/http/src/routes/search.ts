import { isDocumentId, isRefusal, lengthOf, readerOf, refuse, search } from "@retrieval/core";
import { QUERY_MAX, SearchBody } from "../bodies/search-body.js";
import { readingOperations } from "../openapi/operations/reading.js";
import { reportsMismatch } from "../pipeline/access-mismatch.js";
import { route } from "../pipeline/route.js";

export const searchRoutes = [
  route({
    method: "post",
    path: "/api/search",
    access: "reader",
    operation: readingOperations.searchChunks,
    body: { kind: "json", limit: 16 * 1024, schema: SearchBody },
    async handle({ body, req, cursors }, { searchIndex, metrics }, { user }) {
      const { query, limit = 10, filters = {} } = body;
      const length = lengthOf(query);
      if (length < 1 || length > QUERY_MAX) {
        return refuse("INVALID_REQUEST", { code: "search.query_length", max: QUERY_MAX });
      }
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
      const deps = { index: searchIndex, onAccessMismatch: reportsMismatch(req, { metrics }) };
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
  }),
];
