import { type ErrorCode, Refusal, UnavailableError } from "@retrieval/core";

/** SPEC 7 and DESIGN's table. Total: a new code without a status does not compile. */
export const STATUS: Readonly<Record<ErrorCode, number>> = {
  INVALID_REQUEST: 400,
  INVALID_SIGNATURE: 401,
  EXPIRED_TIMESTAMP: 401,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  HTTPS_REQUIRED: 403,
  USER_NOT_FOUND: 404,
  CHUNK_NOT_FOUND: 404,
  DOCUMENT_NOT_FOUND: 404,
  JOB_NOT_FOUND: 404,
  IMPORT_NOT_FOUND: 404,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  INVALID_IDENTIFIER: 422,
  PRECONDITION_REQUIRED: 428,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  UNAVAILABLE: 503,
};

/** What a handler answers: a status, a body that becomes JSON, and headers of its own. */
export interface Answer {
  readonly status: number;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How long a client should wait when the database is away, in seconds. */
const RETRY_AFTER = 5;

/** The one error body (SPEC 7). */
export function refusalAnswer({ code, message }: Refusal, headers: Readonly<Record<string, string>> = {}): Answer {
  return {
    status: STATUS[code],
    body: { error: { code, message } },
    headers: { ...(code === "UNAUTHORIZED" ? { "WWW-Authenticate": "Bearer" } : {}), ...headers },
  };
}

/** What nobody expected, behind one message; the log has the rest under the request id. */
export function failureAnswer(error: unknown): Answer {
  if (error instanceof UnavailableError) {
    return refusalAnswer(
      new Refusal("UNAVAILABLE", "The service cannot reach its database for the moment. Try again shortly."),
      {
        "Retry-After": String(RETRY_AFTER),
      },
    );
  }
  const known = requestFault(error);
  if (known) return refusalAnswer(known);
  return refusalAnswer(
    new Refusal(
      "INTERNAL_ERROR",
      "Something went wrong inside the service. Its log has the details under X-Request-Id.",
    ),
  );
}

/** Express and its body parser throw these for faults of the request; anything else is ours. */
function requestFault(error: unknown): Refusal | null {
  const { status, type } = (error ?? {}) as { status?: unknown; type?: unknown };
  if (!(error instanceof Error)) return null;
  if (type === "entity.too.large")
    return new Refusal("PAYLOAD_TOO_LARGE", "The body is larger than this endpoint takes.");
  if (status === 415) return new Refusal("UNSUPPORTED_MEDIA_TYPE", "The body's Content-Encoding is not supported.");
  if (status === 400 || error instanceof URIError) {
    return new Refusal(
      "INVALID_REQUEST",
      "The request could not be read: it was cut off, or its address or encoding is broken.",
    );
  }
  return null;
}
