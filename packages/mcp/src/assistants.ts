import { createMcpHandler, fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import type { AssistantCalls } from "@retrieval/api";
import { isRefusal } from "@retrieval/core/errors";
import type { Tool } from "./tool.js";
import { refusalText, toolsOf } from "./tools.js";

/** One message of an assistant, of a sender whose token is checked. */
export interface Message {
  readonly headers: Headers;
  /** Its JSON. */
  readonly body: object;
  readonly calls: AssistantCalls;
}

export interface AnsweredMessage {
  readonly status: number;
  /** The Content-Type; null: there is no text. */
  readonly type: string | null;
  readonly text: string;
}

/**
 * The Model Context Protocol over HTTP, without sessions: each message is answered for itself. Clients of 2026-07-28 and of
 * the years before get the same tools from the same factory.
 *
 * @param origin of the service's pages, as its users reach them
 */
export function createAssistants({ origin, version }: { readonly origin: string; readonly version: string }) {
  const tools = toolsOf(origin).map(prepared);
  return {
    origin,
    async answer({ headers, body, calls }: Message): Promise<AnsweredMessage> {
      // For each message, because its tools act as its sender. A stream of events would hold a place of the sender forever.
      const { fetch: serve, close } = createMcpHandler(() => serverOf(tools, calls, version), {
        maxSubscriptions: 0,
        keepAliveMs: 0,
      });
      // The body is parsed already, and is not read again.
      const request = new Request(`${origin}/mcp`, { method: "POST", headers });
      try {
        const response = await serve(request, { parsedBody: body });
        // Whole, while the sender has its place: no answer is longer than its tools' results.
        return { status: response.status, type: response.headers.get("Content-Type"), text: await response.text() };
      } finally {
        await close();
      }
    },
  };
}

/** A tool with its schemas compiled, which is done once for all messages. */
function prepared({ name, title, description, input, output, call }: Tool) {
  const config = {
    title,
    description,
    inputSchema: fromJsonSchema<Readonly<Record<string, unknown>>>(allOf(input)),
    outputSchema: fromJsonSchema(allOf(output)),
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  };
  return { name, config, call };
}

const allOf = (properties: Readonly<Record<string, object>>) => ({
  type: "object" as const,
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

function serverOf(tools: readonly ReturnType<typeof prepared>[], calls: AssistantCalls, version: string): McpServer {
  const server = new McpServer({ name: "retrieval-service", version }, { capabilities: { tools: {} } });
  for (const { name, config, call } of tools)
    server.registerTool(name, config, async (given) => {
      const result = await call(given, calls);
      if (typeof result === "string" || isRefusal(result))
        return { isError: true, content: [{ type: "text", text: refusalText(result) }] };
      return { structuredContent: { ...result }, content: [{ type: "text", text: JSON.stringify(result) }] };
    });
  return server;
}
