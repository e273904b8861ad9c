import type { Refusal } from "@retrieval/core/errors";
import type { TSchema } from "typebox";
import Type from "typebox";
import type { OperationId } from "./addresses.js";
import type { AnswersOf, BodyOf, ParametersOf, QueryOf } from "./all-operations.js";
import { type Endpoint, jsonBody } from "./parts/define.js";
import type { Shape } from "./parts/shapes.js";

/**
 * The address for assistants, which speaks the Model Context Protocol and is not part of the API. One message a request:
 * the protocol has no batches since 2025-06-18.
 */
export const MCP_ENDPOINT = {
  operationId: "callAssistants",
  method: "post",
  path: "/mcp",
  access: "reader",
  searches: true,
  opensTo: ["mcp"],
  summary: "A message of the Model Context Protocol",
  body: jsonBody(Type.Object({}, { additionalProperties: true }), { limit: 64 * 1024 }),
  answers: { 200: { description: "The protocol's answer." } },
} as const satisfies Endpoint;

/** The operations that an assistant's tools are made of. */
export type AssistantCallId = OperationId & ("searchChunks" | "readDocument" | "readDocumentFacts" | "answerQuestion");

/** Calls operations as the sender of the request, exactly as their addresses do. */
export type AssistantCalls = {
  readonly [Id in AssistantCallId]: (call: {
    readonly params: ParametersOf<Id>;
    readonly query: QueryOf<Id>;
    readonly body: BodyOf<Id>;
  }) => Promise<AnswersOf<Id>[200] extends { readonly json: infer S extends TSchema } ? Shape<S> | Refusal : never>;
};
