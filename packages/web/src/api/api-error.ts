import type { Problem } from "@retrieval/core/problems";

/** What a call was answered, or `UNREACHABLE` where no answer came. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    /** The code of the one error body (SPEC 7). */
    readonly code: string,
    readonly status: number,
    message: string,
    /** Seconds, where the service said so (429, 503). */
    readonly retryAfter: number | null = null,
    /** What is wrong, as data. */
    readonly problems: readonly Problem[] = [],
  ) {
    super(message);
  }
}

export function isApiError(error: unknown, ...codes: string[]): error is ApiError {
  return error instanceof ApiError && (codes.length === 0 || codes.includes(error.code));
}
