import type { ErrorCode } from "@retrieval/core";
import type { Problem } from "@retrieval/core/problems";

/** The service refused the call: its error body (SPEC 7) as an error. */
export class RefusalError extends Error {
  override readonly name = "RefusalError";

  constructor(
    readonly code: ErrorCode,
    readonly status: number,
    /** A sentence in the requested language. */
    message: string,
    readonly problems: readonly Problem[],
    /** How long to wait before a retry. */
    readonly retryAfterMs: number,
  ) {
    super(message);
  }
}

/** The service did not answer. It may have done the call all the same. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";

  /**
   * @param detail for the log; it holds no token
   * @param status of the answer that came from something other than the service; null: no answer
   */
  constructor(
    readonly detail: string,
    readonly status: number | null = null,
  ) {
    super("The connection to the retrieval service failed. Please try again later.");
  }
}

/** @throws ConnectionError if the text is not the error body: a proxy has answered */
export function refusalIn(status: number, text: string, retryAfterMs: number): RefusalError {
  const { code, message, problems = [] } = errorIn(text) ?? {};
  if (typeof code === "string" && typeof message === "string" && Array.isArray(problems))
    return new RefusalError(code as ErrorCode, status, message, problems, retryAfterMs);
  throw new ConnectionError(`status ${status} without an error body of the service`, status);
}

function errorIn(text: string): Record<string, unknown> | null {
  try {
    return (JSON.parse(text) as { error?: Record<string, unknown> } | null)?.error ?? null;
  } catch {
    return null;
  }
}

/**
 * Why `fetch` gave no answer: ECONNREFUSED, a certificate's problem. The outer message is not used, because for a
 * header that cannot be sent it quotes the header, and that may be the token.
 */
export function failureReason(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown; message?: unknown } };
  return String(cause?.code || cause?.message || "the request could not be sent, or its answer could not be read");
}
