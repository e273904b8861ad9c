import type { ModelFailure } from "@retrieval/core/ports";
import { type Failed, withAttempts } from "./attempts.js";
import { openDeadline } from "./deadline.js";
import { failureOfStatus } from "./failure-of-status.js";
import type { ModelServer } from "./model-server.js";
import { retryAfter } from "./retry-after.js";

/** The most bytes of an answer if the caller names no other limit: 32 vectors of 4,096 numbers are about 3 MB. */
const ANSWER_BYTES = 32 * 1024 * 1024;
/** An error's body is read as far as this to learn what went wrong. */
const ERROR_BYTES = 16_384;

const CAN_PASS: readonly number[] = [429, 502, 503, 504];

type Attempted = { readonly done: unknown } | Failed;

/**
 * Posts JSON and reads JSON. `done` is the parsed answer, not yet checked.
 * @param url complete; redirects are not followed, because texts and keys are for this server alone
 */
export function askJson(
  server: ModelServer,
  url: string,
  body: object,
  limits: { readonly signal: AbortSignal; readonly attemptMs: number; readonly bytes?: number },
): Promise<{ readonly done: unknown } | ModelFailure> {
  const { signal, attemptMs, bytes = ANSWER_BYTES } = limits;
  const { headers } = server;
  const text = JSON.stringify(body);
  return withAttempts(server, signal, async () => {
    const deadline = openDeadline(attemptMs, signal);
    const request = { method: "POST", headers, body: text, signal: deadline.signal, redirect: "manual" } as const;
    try {
      return await attempted(await fetch(url, request), bytes);
    } catch {
      // Without a connection, or with one that broke. fetch tells the two from an abort only by its signal.
      const { aborted } = deadline.signal;
      return { failure: { failed: aborted ? "timeout" : "unreachable" }, again: !aborted, wait: null };
    } finally {
      deadline.close();
    }
  });
}

/** `malformed` if the body is not JSON, or too long. */
async function attempted(response: Response, bytes: number): Promise<Attempted> {
  const { status, ok, headers } = response;
  const { text, isComplete } = await readText(response, ok ? bytes : ERROR_BYTES);
  if (!ok) {
    const again = CAN_PASS.includes(status);
    return { failure: failureOfStatus(status, text), again, wait: again ? retryAfter(headers) : null };
  }
  const done = isComplete ? parseJson(text) : undefined;
  return done === undefined ? { failure: { failed: "malformed" }, again: false, wait: null } : { done };
}

/** Decodes up to `max` bytes, with U+FFFD for what is not UTF-8; the rest is not read. */
async function readText({ body }: Response, max: number): Promise<{ text: string; isComplete: boolean }> {
  const decoder = new TextDecoder();
  let text = "";
  let left = max;
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk.subarray(0, left), { stream: true });
    left -= chunk.byteLength;
    if (left < 0) return { text, isComplete: false };
  }
  return { text: text + decoder.decode(), isComplete: true };
}

/** undefined if it is not JSON: a proxy's page, or NaN, which JSON does not have. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
