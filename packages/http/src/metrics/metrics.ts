import type { ErrorCode } from "@retrieval/core/errors";
import type { AnswerEnd } from "@retrieval/core/use-cases";

/** One request with its answer; each field has few values. */
export interface MeteredRequest {
  readonly method: string;
  /** The pattern of a route, `/api/documents/:document_id/outline`, or `other`. */
  readonly route: string;
  /** As a number in text, or `aborted`: the client went away before the whole answer was sent. */
  readonly status: string;
}

/** The limits of how often and how many requests are allowed. */
export type LimitName =
  | "reads"
  | "sign_in_failures"
  | "requests_in_flight"
  | "reader_queue"
  | "unknown_tokens"
  | "search_time";

/** What a model does: embeds or rewrites questions, orders sections, or chooses answers. */
export type ModelRole = "embedder" | "reranker" | "rewriter" | "chooser";

/** late: it did not answer in its time. */
export type ModelOutcome = "used" | "failed" | "late";

/** What a secret was used for: a request that the portal signed, or a session token of ours. */
export type SecretPurpose = "signed_request" | "session_token";

/**
 * Counts what the service does, for monitoring.
 *
 * Every request waits for it: each method but {@link exposition} MUST answer at once and MUST NOT throw. Nothing that
 * it is told MAY come from a client as it was sent, nor name a person, a document, an address or a secret.
 */
export interface Metrics {
  /** @returns the moment, for {@link requestEnded} */
  requestBegan(): number;
  requestEnded(request: MeteredRequest, began: number): void;
  /** An answer carried this code. */
  refused(code: ErrorCode): void;
  /** A signed request was judged, whatever its answer was in the end. */
  signInJudged(result: "accepted" | ErrorCode): void;
  /** A question had this outcome. */
  answered(end: Pick<AnswerEnd, "outcome" | "model">): void;
  /** A model was called. */
  modelCalled(model: ModelRole, outcome: ModelOutcome): void;
  /** A reader judged an answer. */
  answerJudged(good: boolean): void;
  limited(limit: LimitName): void;
  secretUsed(purpose: SecretPurpose, secret: "current" | "previous"): void;
  /** The database let a row through that the access rule forbids. */
  accessMismatched(): void;
  /** Everything counted, as Prometheus reads it. MUST answer in bounded time, also while the database is away. */
  exposition(): Promise<{ readonly mediaType: string; readonly text: string }>;
}
