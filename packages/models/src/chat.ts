import { type AnswerWriter, isModelFailure, ModelFailed, type ModelFailure } from "@retrieval/core/ports";
import { failureIn, readChunk } from "./chat-chunks.js";
import { parseJson, readJson } from "./http/ask-json.js";
import { withAttempts } from "./http/attempts.js";
import { type Deadline, openDeadline } from "./http/deadline.js";
import { eventLines } from "./http/event-lines.js";
import { modelServer, type ServerSettings } from "./http/model-server.js";
import { broken, post } from "./http/post.js";
import { bytesOf } from "./http/read-body.js";
import { upToBytes } from "./up-to-bytes.js";

export interface AnswerWriterSettings extends ServerSettings {
  /** How long the model may send nothing, before its first piece or after any, in milliseconds; default 10 seconds. */
  readonly silenceMs?: number;
  /** Bytes of text after which an answer is cut; default 64 kB. */
  readonly answerBytes?: number;
}

type Ask = Parameters<AnswerWriter["write"]>[0];

/**
 * The chat completions of OpenAI's API, which most servers have: POST {url}/chat/completions.
 * @throws TypeError if the address or the key cannot be used
 */
export function createAnswerWriter(settings: AnswerWriterSettings): AnswerWriter {
  const { silenceMs = 10_000, answerBytes = 65_536 } = settings;
  const server = modelServer(settings);
  const { model, host } = server;
  const url = `${server.base}/chat/completions`;
  let takesTemperature = true;

  /** A connection is attempted again, an answer that has begun is not. */
  function open(body: object, signal: AbortSignal) {
    const text = JSON.stringify(body);
    return withAttempts(server, signal, async () => {
      const deadline = openDeadline(silenceMs, signal);
      const outcome = await post(server, url, text, deadline.signal);
      if ("done" in outcome) return { done: { response: outcome.done, deadline } };
      deadline.close();
      return outcome;
    });
  }

  async function openAnswer(ask: Ask, signal: AbortSignal) {
    const body = { model, messages: messagesOf(ask), stream: true };
    if (!takesTemperature) return open(body, signal);
    const opened = await open({ ...body, temperature: 0 }, signal);
    // OpenAI's reasoning models refuse a temperature.
    if (!isModelFailure(opened) || opened.failed !== "refused" || opened.status !== 400) return opened;
    const plain = await open(body, signal);
    if (isModelFailure(plain)) return opened;
    takesTemperature = false;
    return plain;
  }

  async function* write(ask: Ask, signal: AbortSignal): AsyncGenerator<string> {
    const opened = await openAnswer(ask, signal);
    if (isModelFailure(opened)) throw new ModelFailed(opened);
    const { response, deadline } = opened.done;
    const chunks = heard(bytesOf(response), deadline);
    const isJson = response.headers.get("content-type")?.includes("json") ?? false;
    try {
      yield* isJson ? wholeAnswer(chunks, deadline.signal) : streamedAnswer(chunks, deadline.signal);
    } finally {
      deadline.close();
    }
  }

  return { model, host, write: (ask, signal) => upToBytes(answerBytes, write(ask, signal)) };
}

function messagesOf({ instructions, question, data }: Ask): readonly object[] {
  return [
    { role: "system", content: instructions.toWellFormed() },
    { role: "user", content: `${question}\n\n${data}`.toWellFormed() },
  ];
}

/** The deadline limits the model's silence. It does not run while the caller works on a piece. */
async function* heard(chunks: AsyncIterable<Uint8Array>, deadline: Deadline): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    deadline.pause();
    yield chunk;
    deadline.restart();
  }
}

async function* wholeAnswer(chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<string> {
  const outcome = await readJson(chunks, signal);
  const chunk = "done" in outcome ? readChunk(outcome.done) : outcome.failure;
  if (isModelFailure(chunk)) throw new ModelFailed(chunk);
  if (chunk.text !== "") yield chunk.text;
}

async function* streamedAnswer(chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<string> {
  let isWhole = false;
  try {
    // Each data line is JSON of its own; some servers end an event with one line break instead of two.
    for await (const { field, value } of eventLines(chunks)) {
      if (field === "event" && value === "error") throw new ModelFailed({ failed: "refused" });
      // llama.cpp sent errors in a field of that name.
      if (field === "error") throw new ModelFailed(failureIn({ error: parseJson(value) ?? value }) ?? malformed);
      if (field !== "data" || value === "") continue;
      if (value.trim() === "[DONE]") return;
      const chunk = readChunk(parseJson(value));
      if (isModelFailure(chunk)) throw new ModelFailed(chunk);
      if (chunk.text !== "") yield chunk.text;
      isWhole ||= chunk.isLast;
    }
  } catch (error) {
    // After the last piece only numbers of tokens come, and not every server closes its stream.
    if (isWhole) return;
    if (error instanceof ModelFailed) throw error;
    throw new ModelFailed(error instanceof RangeError ? malformed : broken(signal).failure);
  }
  if (!isWhole) throw new ModelFailed(malformed);
}

const malformed: ModelFailure = { failed: "malformed" };
