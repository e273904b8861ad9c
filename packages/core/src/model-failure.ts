import { isObject } from "./is-object.js";

/** Why a model gave no usable answer. */
export type FailureOfModel =
  /** No connection, or it broke before the answer was complete; also a gateway that did not reach the model. */
  | "unreachable"
  /** Not in time: the server's deadline, its silence, or the caller's signal. */
  | "timeout"
  /** The server said no: a wrong key, an unknown model, an unknown address, a redirect, an error of its own. */
  | "refused"
  /** Too many requests, or the model is still loading. A later call may succeed. */
  | "overloaded"
  /** A text is longer than the model reads. The same call would fail again. */
  | "too_long"
  /** The answer is not in the expected form. */
  | "malformed";

/**
 * A failed model is an expected result and not an exception: search and answers go on without it. It MUST hold neither
 * a key nor a text that was sent, so that it can be logged.
 */
export interface ModelFailure {
  readonly failed: FailureOfModel;
  /** The HTTP status; absent if no answer came, or if its status was 200. */
  readonly status?: number;
  /** With `too_long`: which of the texts it is, from 0; absent if it is not known. */
  readonly index?: number;
}

const FAILURES: readonly unknown[] = [
  "unreachable",
  "timeout",
  "refused",
  "overloaded",
  "too_long",
  "malformed",
] satisfies FailureOfModel[];

export function isModelFailure(outcome: unknown): outcome is ModelFailure {
  return isObject(outcome) && FAILURES.includes(outcome.failed);
}
