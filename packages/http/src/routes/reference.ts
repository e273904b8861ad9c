import { isRefusal, readerOf, readReference } from "@retrieval/core";
import Type from "typebox";
import { route } from "../pipeline/route.js";

/** SPEC 4.3. */
export const ReferenceBody = Type.Object({ chunkId: Type.String(), docId: Type.String() });

export const referenceRoutes = [
  route({
    method: "post",
    path: "/api/reference",
    access: "reader",
    body: { kind: "json", limit: 16 * 1024, schema: ReferenceBody, code: "INVALID_IDENTIFIER" },
    async handle({ body, req }, deps, { user }) {
      const answer = await readReference(body, readerOf(user), {
        chunks: deps.chunks,
        onAccessMismatch: (document_id, user_id) =>
          req.log.error(
            { document_id, user_id },
            "the database let a row through that the access rule forbids; it was dropped",
          ),
      });
      return isRefusal(answer) ? answer : { status: 200, body: answer };
    },
  }),
];
