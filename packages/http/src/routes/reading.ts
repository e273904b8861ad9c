import { isRefusal, listDocuments, readerOf, readOutline } from "@retrieval/core";
import Type from "typebox";
import { readingOperations } from "../openapi/operations/reading.js";
import { reportsMismatch } from "../pipeline/access-mismatch.js";
import { PAGE } from "../pipeline/cursor.js";
import { route } from "../pipeline/route.js";

/** What a reader finds without searching: the documents that they may see, and the headings of each. */
export const readingRoutes = [
  route({
    method: "get",
    path: "/api/documents",
    access: "reader",
    operation: readingOperations.listReadableDocuments,
    query: Type.Object({ ...PAGE, query: Type.Optional(Type.String({ maxLength: 200 })) }),
    async handle({ query: { limit, cursor, query }, req, cursors }, { documents, metrics }, { user }) {
      const from = cursors.read(cursor);
      if (isRefusal(from)) return from;
      const page = { ...from, limit, ...(query ? { query } : {}) };
      const deps = { documents, onAccessMismatch: reportsMismatch(req, { metrics }) };
      const rows = await listDocuments(page, readerOf(user), deps);
      const found = cursors.pageOf(rows, limit, ({ document_id }) => document_id);
      return { status: 200, body: { documents: found.page, next_cursor: found.next_cursor } };
    },
  }),
  route({
    method: "get",
    path: "/api/documents/:document_id/outline",
    access: "reader",
    operation: readingOperations.readOutline,
    async handle({ params, req }, { chunks, metrics }, { user }) {
      const deps = { chunks, onAccessMismatch: reportsMismatch(req, { metrics }) };
      const answer = await readOutline(params.document_id as string, readerOf(user), deps);
      return isRefusal(answer) ? answer : { status: 200, body: answer };
    },
  }),
];
