import type { ModelFailure } from "@retrieval/core/ports";
import { type Failed, withAttempts } from "./attempts.js";
import { openDeadline } from "./deadline.js";
import type { ModelServer } from "./model-server.js";
import { broken, post } from "./post.js";
import { bytesOf, type ReadText, readText } from "./read-body.js";

/** The most bytes of an answer if the caller names no other limit: 32 vectors of 4,096 numbers are about 3 MB. */
const ANSWER_BYTES = 32 * 1024 * 1024;

/** Posts JSON and reads JSON. `done` is the parsed answer, not yet checked. */
export function askJson(
  server: ModelServer,
  url: string,
  body: object,
  limits: { readonly signal: AbortSignal; readonly attemptMs: number; readonly bytes?: number },
): Promise<{ readonly done: unknown } | ModelFailure> {
  const text = JSON.stringify(body);
  return withAttempts(server, limits.signal, async () => {
    const deadline = openDeadline(limits.attemptMs, limits.signal);
    try {
      const response = await post(server, url, text, deadline.signal);
      return "done" in response
        ? await readJson(response.done, deadline.signal, limits.bytes ?? ANSWER_BYTES)
        : response;
    } finally {
      deadline.close();
    }
  });
}

/** `malformed` if the body is not JSON, or too long. */
async function readJson(
  response: Response,
  signal: AbortSignal,
  bytes: number,
): Promise<{ readonly done: unknown } | Failed> {
  let read: ReadText;
  try {
    read = await readText(bytesOf(response), bytes);
  } catch {
    return broken(signal);
  }
  const done = read.isComplete ? parseJson(read.text) : undefined;
  return done === undefined ? { failure: { failed: "malformed" }, again: false, wait: null } : { done };
}

/** undefined if it is not JSON: a proxy's page, or NaN, which JSON does not have. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
