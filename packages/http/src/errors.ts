import { type LanguageCode, STATUS, sentenceOf } from "@retrieval/api";
import { type ErrorCode, Refusal, refuse, SenderNotAdminError, UnavailableError } from "@retrieval/core/errors";
import type { Logger } from "pino";

/** An answer as it is sent: a status, a body that becomes JSON or is JSON, comes in parts or is bytes, and headers of its own. */
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

const AWAY = refuse("UNAVAILABLE", { code: "service.away" });
const TOO_MUCH = refuse("UNAVAILABLE", { code: "service.overloaded" });
const TOO_MANY = refuse("RATE_LIMITED", { code: "requests.too_many_waiting" });
const UNDECODABLE = refuse("INVALID_REQUEST", { code: "address.undecodable" });
const UNEXPECTED = refuse("INTERNAL_ERROR", { code: "service.failed" });

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
