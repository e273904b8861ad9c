import type { ServerResponse } from "node:http";
import { type Answer, json, type Received } from "@retrieval/contract";

/** What the model of the tests writes: the data, as it is. */
function dataOf({ body }: Received): string {
  const [, user] = body.messages as readonly { readonly content: string }[];
  return user?.content.slice(user.content.indexOf("\n\n") + 2) ?? "";
}

/** Pieces like tokens: a few UTF-16 units, also within what a reader sees as one character. */
const tokens = (text: string) =>
  Array.from({ length: Math.ceil(text.length / 3) }, (_, i) => text.slice(3 * i, 3 * i + 3));

export const delta = (delta: object, finish_reason: string | null = null) =>
  JSON.stringify({ id: "1", object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason }] });

function stream(response: ServerResponse, chunks: readonly (string | Uint8Array)[]): void {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  for (const chunk of chunks) response.write(chunk);
  response.end();
}

/** Answers a stream of events, each chunk of bytes in a write of its own. */
export function events(...chunks: readonly (string | Uint8Array)[]): Answer {
  return (_, response) => stream(response, chunks);
}

/** Bytes one by one: no character and no line end is sure to arrive in one piece. */
const single = (text: string) => Array.from(new TextEncoder().encode(text), (byte) => Uint8Array.of(byte));

/** How servers answer POST /v1/chat/completions. */
export const CHAT_DIALECTS: Readonly<Record<string, Answer>> = {
  OpenAI: (request, response) => {
    const usage = JSON.stringify({ object: "chat.completion.chunk", choices: [], usage: { total_tokens: 9 } });
    stream(response, [
      `data: ${delta({ role: "assistant", content: "", refusal: null })}\n\n`,
      ...tokens(dataOf(request)).map((content) => `data: ${delta({ content })}\n\n`),
      `data: ${delta({}, "stop")}\n\n`,
      `data: ${usage}\n\n`,
      "data: [DONE]\n\n",
    ]);
  },
  "vLLM with a model that reasons first": (request, response) => {
    stream(response, [
      `data: ${delta({ role: "assistant", content: null, reasoning_content: "Let me think. {" })}\n\n`,
      ...tokens(dataOf(request)).map((content) => `data: ${delta({ content })}\n\n`),
      `data: ${delta({ content: "" }, "stop")}\n\n`,
      "data: [DONE]\n\n",
    ]);
  },
  "llama.cpp, byte by byte": (request, response) => {
    const text = tokens(dataOf(request)).map((content) => `data: ${delta({ content })}\n\n`);
    stream(response, single(`${text.join("")}data: ${delta({}, "stop")}\n\ndata: [DONE]\n\n`));
  },
  "a gateway with CRLF and comments, byte by byte": (request, response) => {
    const text = tokens(dataOf(request)).map((content) => `event: message\r\ndata:${delta({ content })}\r\n\r\n`);
    stream(
      response,
      single(
        `: PROCESSING\r\n\r\n${text.join(": PROCESSING\r\n\r\n")}data: ${delta({}, "stop")}\r\n\r\ndata: [DONE]\r\n\r\n`,
      ),
    );
  },
  "a server without [DONE], with one line break after each event": (request, response) => {
    const text = tokens(dataOf(request)).map((content) => `data: ${delta({ content }, "null")}\n`);
    stream(response, [...text, `data: ${delta({}, "length")}`]);
  },
  "a model that calls tools as well": (request, response) => {
    const tool_calls = [{ index: 0, id: "call_1", function: { name: "search", arguments: '{"q": "x"}' } }];
    stream(response, [
      `data: ${delta({ tool_calls })}\n\n`,
      ...tokens(dataOf(request)).map((content) => `data: ${delta({ content })}\n\n`),
      `data: ${delta({}, "tool_calls")}\n\n`,
      "data: [DONE]\n\n",
    ]);
  },
  "a server that does not stream": (request, response) => {
    const message = { role: "assistant", content: dataOf(request), reasoning_content: "Let me think." };
    json(200, { object: "chat.completion", choices: [{ index: 0, message, finish_reason: "stop" }] })(
      request,
      response,
    );
  },
};
