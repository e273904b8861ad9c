import { type FoundReference, isRefusal, readerOf, readReference } from "@retrieval/core";
import Type from "typebox";
import { readingOperations } from "../openapi/operations/reading.js";
import { reportsMismatch } from "../pipeline/access-mismatch.js";
import { route } from "../pipeline/route.js";

export const referenceRoutes = [
  route({
    method: "post",
    path: "/api/reference",
    access: "reader",
    operation: readingOperations.readReference,
    // SPEC 4.3. Core judges the identifiers.
    body: { kind: "json", limit: 16 * 1024, schema: Type.Unknown() },
    async handle({ body, req }, deps, { user }) {
      const answer = await readReference(body, readerOf(user), {
        chunks: deps.chunks,
        onAccessMismatch: reportsMismatch(req, deps),
      });
      return isRefusal(answer) ? answer : { status: 200, json: writtenReference(answer) };
    },
  }),
];

/** The answer as JSON, with the chunks in the text that they are stored as: reading them would cost more than all else. */
function writtenReference({ reference }: FoundReference): string {
  const { doc, chunk, related_chunks, previous_chunk_id, next_chunk_id } = reference;
  const neighbours = JSON.stringify({ previous_chunk_id, next_chunk_id }).slice(1, -1);
  return `{"reference":{"doc":${JSON.stringify(doc)},"chunk":${chunk.text},"related_chunks":${related_chunks.text},${neighbours}}}`;
}
