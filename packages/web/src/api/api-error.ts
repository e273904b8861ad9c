/** The error of a call, or `UNREACHABLE` where no answer came. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    /** The code of the one error body (SPEC 7). */
    readonly code: string,
    readonly status: number,
    message: string,
    /** Seconds, where the service said so (429, 503). */
    readonly retryAfter: number | null = null,
  ) {
    super(message);
  }
}

export function isApiError(error: unknown, ...codes: string[]): error is ApiError {
  return error instanceof ApiError && (codes.length === 0 || codes.includes(error.code));
}
