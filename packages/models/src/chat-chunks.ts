import { isObject } from "@retrieval/core/limits";
import type { ModelFailure } from "@retrieval/core/ports";
import { failureOfStatus } from "./http/failure-of-status.js";

/** What one chunk of a chat completion, or a whole one, says. */
export interface ChatChunk {
  /** Empty if the chunk is about something else: the role, reasoning, a tool call, the number of tokens. */
  readonly text: string;
  readonly isLast: boolean;
}

/** Reads a chunk of a stream (`delta`) or a whole answer (`message`): some servers do not stream. */
export function readChunk(chunk: unknown): ChatChunk | ModelFailure {
  if (!isObject(chunk)) return { failed: "malformed" };
  const failure = failureIn(chunk);
  if (failure) return failure;
  if (!Array.isArray(chunk.choices)) return { failed: "malformed" };
  const [choice] = chunk.choices as readonly unknown[];
  // The number of tokens comes in a chunk without choices.
  if (!isObject(choice)) return { text: "", isLast: false };
  const part = choice.delta ?? choice.message;
  const content = isObject(part) ? part.content : null;
  return { text: typeof content === "string" ? content : "", isLast: endsWith(choice.finish_reason) };
}

/** Some servers write the text "null", or an empty one, before the end. */
function endsWith(reason: unknown): boolean {
  return typeof reason === "string" && reason !== "" && reason !== "null";
}

/** An error with status 200: what goes wrong after the first piece cannot be in the status any more. */
export function failureIn(chunk: Readonly<Record<string, unknown>>): ModelFailure | null {
  // vLLM sent the error itself, others send it as `error`.
  const error = chunk.object === "error" ? chunk : chunk.error;
  if (error === undefined || error === null) return null;
  const { code, message } = isObject(error) ? error : {};
  const isStatus = typeof code === "number" && Number.isInteger(code) && code >= 400 && code <= 599;
  return isStatus ? failureOfStatus(code, String(message)) : { failed: "refused" };
}
