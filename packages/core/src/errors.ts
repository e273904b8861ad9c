import type { Problem } from "./problems.js";

/**
 * Every code that an answer of the service can carry (those of SPEC 7, and ours for what SPEC leaves open).
 * The union is closed: an adapter maps it with a total `Record<ErrorCode, …>`, so a new code without a status does not
 * compile.
 */
export type ErrorCode =
  | "INVALID_REQUEST"
  | "INVALID_SIGNATURE"
  | "EXPIRED_TIMESTAMP"
  | "UNAUTHORIZED"
  | "FORBIDDEN"
  | "HTTPS_REQUIRED"
  | "USER_NOT_FOUND"
  | "CHUNK_NOT_FOUND"
  | "DOCUMENT_NOT_FOUND"
  | "DOCUMENT_ABOLISHED"
  | "JOB_NOT_FOUND"
  | "TOKEN_NOT_FOUND"
  | "WEBHOOK_NOT_FOUND"
  | "CHANGES_GONE"
  | "NOT_FOUND"
  | "METHOD_NOT_ALLOWED"
  | "CONFLICT"
  | "PRECONDITION_FAILED"
  | "PAYLOAD_TOO_LARGE"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "INVALID_IDENTIFIER"
  | "PRECONDITION_REQUIRED"
  | "RATE_LIMITED"
  | "INTERNAL_ERROR"
  | "UNAVAILABLE";

/** An expected "no" as a value. `code` is its class on the wire; `problems` say what is wrong. */
export class Refusal {
  constructor(
    readonly code: ErrorCode,
    readonly problems: readonly Problem[],
  ) {}
}

export function refuse(code: ErrorCode, ...problems: readonly [Problem, ...Problem[]]): Refusal {
  return new Refusal(code, problems);
}

export function isRefusal(outcome: unknown): outcome is Refusal {
  return outcome instanceof Refusal;
}

/** The same answer, byte for byte, for an unknown document and for one that this reader may not see. */
export const NO_DOCUMENT = refuse("DOCUMENT_NOT_FOUND", { code: "document.unknown" });

/** A port throws this while its backend is unavailable (SPEC 4.3: 5xx). The caller may retry. */
export class UnavailableError extends Error {
  override readonly name = "UnavailableError";
}

/** A port throws this if a change must not be made when it would take effect. Then nothing was written. */
export class ChangeRefusedError extends Error {
  override readonly name: string = "ChangeRefusedError";

  /** The result of the change, and why it was not made. */
  readonly problems: readonly Problem[];

  constructor(
    readonly code: ErrorCode,
    readonly reason: Problem,
    outcome: Problem = { code: "change.none" },
  ) {
    super(`A change is refused: ${reason.code} (${outcome.code})`);
    this.problems = [outcome, reason];
  }
}

/** The sender of the change may not make it. */
export class SenderRefusedError extends ChangeRefusedError {
  override readonly name: string = "SenderRefusedError";

  constructor(
    readonly user_id: string,
    reason: Problem,
  ) {
    super("FORBIDDEN", reason);
  }
}

/** The sender is not an active administrator any more. */
export class SenderNotAdminError extends SenderRefusedError {
  override readonly name = "SenderNotAdminError";

  constructor(user_id: string) {
    super(user_id, { code: "sender.not_admin", user_id });
  }
}
