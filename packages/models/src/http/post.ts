import type { ModelFailure } from "@retrieval/core/ports";
import type { Failed } from "./attempts.js";
import { failureOfStatus } from "./failure-of-status.js";
import type { ModelServer } from "./model-server.js";
import { bytesOf, readText } from "./read-body.js";
import { retryAfter } from "./retry-after.js";

/** An error's body is read as far as this to learn what went wrong. */
const ERROR_BYTES = 16_384;

const CAN_PASS: readonly number[] = [429, 502, 503, 504];

/**
 * One attempt. `done` is a response with status 200 to 299 whose body is not read yet.
 * @param url complete; redirects are not followed, because texts and keys are for this server alone
 */
export async function post(
  { fetch, headers }: Pick<ModelServer, "fetch" | "headers">,
  url: string,
  body: string,
  signal: AbortSignal,
): Promise<{ readonly done: Response } | Failed> {
  try {
    const response = await fetch(url, { method: "POST", headers, body, signal, redirect: "manual" });
    if (response.ok) return { done: response };
    const { status } = response;
    const { text } = await readText(bytesOf(response), ERROR_BYTES);
    const again = CAN_PASS.includes(status);
    return { failure: failureOfStatus(status, text), again, wait: again ? retryAfter(response.headers) : null };
  } catch {
    return broken(signal);
  }
}

/** Without a connection, or with one that broke. fetch tells the two from an abort only by its signal. */
export function broken(signal: AbortSignal): Failed {
  const failure: ModelFailure = { failed: signal.aborted ? "timeout" : "unreachable" };
  return { failure, again: !signal.aborted, wait: null };
}
