import { exportChunks, isRefusal, writeEmbedVersions } from "@retrieval/core";
import Type from "typebox";
import { documentOperations } from "../openapi/operations/documents.js";
import { ndjsonAnswer } from "../pipeline/ndjson-answer.js";
import { route } from "../pipeline/route.js";

/** The names only: core judges what stands under them. */
const EmbedVersionsBody = Type.Object(
  { embed_version: Type.Optional(Type.Unknown()), chunks: Type.Optional(Type.Unknown()) },
  { additionalProperties: false },
);

/** For engines that search elsewhere: the chunks with whom they are for, and which of them have been embedded. */
export const embeddingRoutes = [
  route({
    method: "get",
    path: "/api/manage/chunks/export",
    access: "admin",
    operation: documentOperations.exportChunks,
    query: Type.Object({
      document_id: Type.Optional(Type.String({ maxLength: 256 })),
      stale: Type.Optional(Type.String({ maxLength: 256 })),
    }),
    async handle({ query }, { chunks, documents, audit }, { user }) {
      const lines = await exportChunks(query, { chunks, documents });
      if (isRefusal(lines)) return lines;
      const { document_id = null, stale = null } = query;
      const who = { by_user: user.user_id, user_id: null, document_id };
      await audit.record([{ kind: "chunks-exported", ...who, details: { stale } }]);
      return ndjsonAnswer(lines);
    },
  }),
  route({
    method: "put",
    path: "/api/manage/documents/:document_id/embed-versions",
    access: "admin",
    operation: documentOperations.writeEmbedVersions,
    body: { kind: "json", limit: 1024 * 1024, schema: EmbedVersionsBody },
    async handle({ params, body }, { chunks }, { user }) {
      const answer = await writeEmbedVersions(params.document_id as string, body, user.user_id, chunks);
      return isRefusal(answer) ? answer : { status: 200, body: answer };
    },
  }),
];
