import type { ErrorCode } from "@retrieval/core/errors";
import type { Problem } from "@retrieval/core/problems";
import { pauseFor } from "./retry-after.js";

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
    /** The id under which the service's log has more. */
    readonly request_id: string | null,
  ) {
    super(message);
  }
}

/** The service did not answer. It may have executed the call. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";

  /**
   * @param detail for the log; it holds no token
   * @param status of the answer that came from something other than the service; null: no answer
   * @param retryAfterMs the time that this answer asks to wait
   */
  constructor(
    readonly detail: string,
    readonly status: number | null = null,
    readonly retryAfterMs = 0,
  ) {
    super("The connection to the retrieval service failed. Please try again later.");
  }
}

/** The refusal in an answer; a ConnectionError if it is not the error body, because a proxy has answered. */
export function refusalIn(status: number, headers: Headers, text: string): RefusalError | ConnectionError {
  const { code, message, problems = [] } = errorIn(text) ?? {};
  if (isText(code) && isText(message) && Array.isArray(problems)) {
    const request_id = headers.get("x-request-id");
    return new RefusalError(code as ErrorCode, status, message, problems, pauseFor(headers), request_id);
  }
  return new ConnectionError(`status ${status} without an error body of the service`, status, pauseFor(headers));
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

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
