import type { AssistantCallId, AssistantCalls, MCP_ENDPOINT, Shape } from "@retrieval/api";
import { isRefusal, type Refusal } from "@retrieval/core/errors";
import type { Answer } from "../answers/answer.js";
import { failureAnswer } from "../answers/error-answers.js";
import type { Assistants, RouteDeps } from "../deps.js";
import type { CallerSession } from "../routing/authenticate.js";
import type { AnyHandler, AnyRequest } from "../routing/handler.js";
import { answerHandlers } from "./answers.js";
import { readingHandlers } from "./reading.js";
import { searchHandlers } from "./search.js";

const CALLED = {
  searchChunks: searchHandlers.searchChunks,
  readDocument: readingHandlers.readDocument,
  readDocumentFacts: readingHandlers.readDocumentFacts,
  answerQuestion: answerHandlers.answerQuestion,
} as const satisfies Record<AssistantCallId, unknown>;

type Message = AnyRequest & { readonly body: Shape<(typeof MCP_ENDPOINT)["body"]["schema"]> };

/** Answers a message of an assistant, whose tools call the handlers of the API in the sender's turn. */
export function assistantHandler(assistants: Assistants): AnyHandler {
  const handler = async (request: Message, deps: RouteDeps, session: CallerSession): Promise<Answer> => {
    const headers = protocolHeaders(request);
    const { status, type, text } = await assistants.answer({
      headers,
      body: request.body,
      calls: callsOf(request, deps, session),
    });
    const answered = { status, ...(type === null ? {} : { headers: { "Content-Type": type } }) };
    return text === "" ? answered : { ...answered, bytes: Buffer.from(text, "utf8") };
  };
  return handler;
}

/** Only what the protocol reads: neither the token nor a cookie. */
function protocolHeaders({ req }: AnyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers))
    if (/^(?:accept|content-type|mcp-[a-z-]+)$/.test(name) && typeof value === "string") headers.set(name, value);
  return headers;
}

function callsOf(request: Message, deps: RouteDeps, session: CallerSession): AssistantCalls {
  const calls = Object.entries(CALLED).map(([id, handler]) => [
    id,
    async (call: object) => {
      const handle = handler as unknown as (...given: unknown[]) => Promise<Answer | Refusal>;
      try {
        // An assistant accepts events for the protocol, not for the answer in it.
        const answer = await handle({ ...request, ...call, takesEvents: false }, deps, session);
        return isRefusal(answer) ? answer : (answer.body ?? JSON.parse(answer.json ?? "null"));
      } catch (error) {
        // The protocol's library would send the message of the error.
        return failureAnswer(error, request.req.log).refused;
      }
    },
  ]);
  return Object.fromEntries(calls) as unknown as AssistantCalls;
}
