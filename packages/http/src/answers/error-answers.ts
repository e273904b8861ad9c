import { type LanguageCode, STATUS, sentenceOf } from "@retrieval/api";
import {
  ChangeRefusedError,
  type ErrorCode,
  Refusal,
  refuse,
  SenderRefusedError,
  UnavailableError,
} from "@retrieval/core/errors";
import type { Logger } from "pino";
import type { Answer } from "./answer.js";

/** Headers that an answer of this code needs (RFC 9110 §11.6.1, §10.2.3). */
const HEADERS: Partial<Record<ErrorCode, Readonly<Record<string, string>>>> = {
  UNAUTHORIZED: { "WWW-Authenticate": "Bearer" },
  UNAVAILABLE: { "Retry-After": "5" },
};

/** How long a client should wait, in seconds: an outage takes longer than a rush. */
const RETRY_AFTER = { away: "5", busy: "1", downloads: "5" };

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
const TOO_MANY_DOWNLOADS = refuse("RATE_LIMITED", { code: "downloads.too_many_open" });
const UNDECODABLE = refuse("INVALID_REQUEST", { code: "address.undecodable" });
const UNEXPECTED = refuse("INTERNAL_ERROR", { code: "service.failed" });

/** One sender has too many requests waiting, see `FairQueue`. */
export const QUEUE_FULL: Answer = refusalAnswer(TOO_MANY, { "Retry-After": RETRY_AFTER.busy });
/** One sender has too many answers that are not read to their end. */
export const DOWNLOADS_FULL: Answer = refusalAnswer(TOO_MANY_DOWNLOADS, { "Retry-After": RETRY_AFTER.downloads });
/** The service has too many requests, see `RequestsInFlight`. */
export const BUSY: Answer = refusalAnswer(TOO_MUCH, { "Retry-After": RETRY_AFTER.busy });

/**
 * Logs what was thrown, and makes it an answer. An outage of the database is expected now and then: one line with the
 * reason. Any other error is hidden behind one message, and the log has its stack.
 */
export function failureAnswer(error: unknown, log: Pick<Logger, "warn" | "error">): Answer {
  if (error instanceof UnavailableError) {
    log.warn({ reason: error.message }, "the service cannot answer for the moment");
    return refusalAnswer(AWAY, { "Retry-After": RETRY_AFTER.away });
  }
  if (error instanceof ChangeRefusedError) {
    const user_id = error instanceof SenderRefusedError ? error.user_id : undefined;
    log.warn({ user_id, reason: error.reason.code }, "a change is refused");
    return refusalAnswer(new Refusal(error.code, error.problems));
  }
  if (isUndecodableAddress(error)) return refusalAnswer(UNDECODABLE);
  log.error({ err: error }, "request failed");
  return refusalAnswer(UNEXPECTED);
}

/** Express throws this for a path whose parameters it cannot decode. */
function isUndecodableAddress(error: unknown): boolean {
  return error instanceof URIError && (error as { status?: unknown }).status === 400;
}
