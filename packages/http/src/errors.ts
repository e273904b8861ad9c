import { type LanguageCode, sentenceOf } from "@retrieval/api";
import { type ErrorCode, Refusal, refuse, SenderNotAdminError, UnavailableError } from "@retrieval/core";
import type { Logger } from "pino";

/** SPEC 7 for its codes; the others are ours. Total: a new code without a status does not compile. */
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

/** What a handler answers: a status, a body that becomes JSON or is JSON, comes in parts or is bytes, and headers of its own. */
export interface Answer {
  readonly status: number;
  readonly body?: object;
  /** In place of `body`: its JSON text. */
  readonly json?: string;
  /** In place of `body`: a text that is sent as it comes, with a Content-Type among the headers. */
  readonly parts?: AsyncIterable<string>;
  /** In place of `body`: a file's content, as it is. */
  readonly bytes?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** In place of `body`: the refusal that becomes the error body, in the client's language. */
  readonly refused?: Refusal;
}

/** Headers without which an answer of this code is not whole (RFC 9110 §11.6.1, §10.2.3). */
const HEADERS: Partial<Record<ErrorCode, Readonly<Record<string, string>>>> = {
  UNAUTHORIZED: { "WWW-Authenticate": "Bearer" },
  UNAVAILABLE: { "Retry-After": "5" },
};

/** How long a client should wait, in seconds: an outage takes longer than a rush. */
const RETRY_AFTER = { away: "5", busy: "1" };

export function refusalAnswer(refused: Refusal, headers: Readonly<Record<string, string>> = {}): Answer {
  const { code } = refused;
  return { status: STATUS[code], refused, headers: { ...HEADERS[code], ...headers } };
}

/** The one error body (SPEC 7). */
export function errorBody({ code, problems }: Refusal, language: LanguageCode) {
  return { error: { code, message: sentenceOf(problems, language), problems } };
}

const AWAY = refuse(
  "UNAVAILABLE",
  "The service cannot answer for the moment, or not reach its database. Try again shortly.",
);
const TOO_MUCH = refuse("UNAVAILABLE", "The service is overloaded. Retry later.");
const TOO_MANY = refuse("RATE_LIMITED", "Too many of your requests are waiting. Send fewer at once.");
const UNDECODABLE = refuse("INVALID_REQUEST", "The address is not percent-encoded UTF-8.");
const UNEXPECTED = refuse(
  "INTERNAL_ERROR",
  "Something went wrong inside the service. Its log has the details under X-Request-Id.",
);

/** For one request of a sender too many, see `FairQueue`. */
export const QUEUE_FULL: Answer = refusalAnswer(TOO_MANY, { "Retry-After": RETRY_AFTER.busy });
/** For one request too many, see `RequestsInFlight`. */
export const BUSY: Answer = refusalAnswer(TOO_MUCH, { "Retry-After": RETRY_AFTER.busy });

/**
 * What was thrown, as an answer and in the log of its request. The database away is expected now and then and is one
 * line with the reason; what nobody expected is hidden behind one message, and the log has its stack.
 */
export function failureAnswer(error: unknown, log: Pick<Logger, "warn" | "error">): Answer {
  if (error instanceof UnavailableError) {
    log.warn({ reason: error.message }, "the service cannot answer for the moment");
    return refusalAnswer(AWAY, { "Retry-After": RETRY_AFTER.away });
  }
  if (error instanceof SenderNotAdminError) {
    log.warn({ user_id: error.user_id }, "the sender of a change was demoted or deactivated meanwhile");
    return refusalAnswer(new Refusal("FORBIDDEN", error.problems));
  }
  if (isUndecodableAddress(error)) return refusalAnswer(UNDECODABLE);
  log.error({ err: error }, "request failed");
  return refusalAnswer(UNEXPECTED);
}

/** Express throws this for a path whose parameters it cannot decode. */
function isUndecodableAddress(error: unknown): boolean {
  return error instanceof URIError && (error as { status?: unknown }).status === 400;
}
