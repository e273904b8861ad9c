import { RefusalError } from "@retrieval/api/client";
import type { ErrorCode } from "@retrieval/core/errors";

/** A call waited to be repeated, and another user has signed in meanwhile. */
export class SessionChangedError extends Error {
  override readonly name = "SessionChangedError";
}

export function isRefusal(error: unknown, ...codes: ErrorCode[]): error is RefusalError {
  return error instanceof RefusalError && codes.includes(error.code);
}
