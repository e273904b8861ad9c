import type { ModelFailure } from "@retrieval/core/ports";
import { type Failed, withAttempts } from "./attempts.js";
import { openDeadline } from "./deadline.js";
import type { ModelServer } from "./model-server.js";
import { broken, post } from "./post.js";
import { bytesOf, type ReadText, readText } from "./read-body.js";

/** 32 vectors of 4,096 numbers are about 3 MB. */
const ANSWER_BYTES = 32 * 1024 * 1024;

/** Posts JSON and reads JSON. `done` is the parsed answer, not yet checked. */
export function askJson(
  server: ModelServer,
  url: string,
  body: object,
  limits: { readonly signal: AbortSignal; readonly attemptMs: number },
): Promise<{ readonly done: unknown } | ModelFailure> {
  const text = JSON.stringify(body);
  return withAttempts(server, limits.signal, async () => {
    const deadline = openDeadline(limits.attemptMs, limits.signal);
    try {
      const response = await post(server, url, text, deadline.signal);
      return "done" in response ? await readJson(bytesOf(response.done), deadline.signal) : response;
    } finally {
      deadline.close();
    }
  });
}

/** `malformed` if the body is not JSON, or too long. */
export async function readJson(
  chunks: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<{ readonly done: unknown } | Failed> {
  let read: ReadText;
  try {
    read = await readText(chunks, ANSWER_BYTES);
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
