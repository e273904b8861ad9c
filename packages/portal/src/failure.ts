import { ConnectionError, failureReason, RefusalError } from "@retrieval/api/client";

/** The answer of a call that failed. Holds no secret, signature or token. */
export interface Failure {
  readonly ok: false;
  /** The service's own code (SPEC 7), or `CONNECTION_FAILED`. */
  readonly code: string;
  /** A sentence that can be shown. */
  readonly message: string;
  /** The HTTP status; null where no answer came. */
  readonly status: number | null;
  /** For the portal's log: the problem with the connection; null where the service itself refused. */
  readonly detail: string | null;
}

export const CONNECTION_FAILED = "CONNECTION_FAILED";

/** SPEC 7: one generic failure for any answer that is not the service's. */
export function connectionFailure(detail: string, status: number | null = null): Failure {
  const { message } = new ConnectionError(detail, status);
  return { ok: false, code: CONNECTION_FAILED, message, status, detail };
}

/** Turns an error that the client threw into the answer of a call. */
export function failureOf(error: unknown): Failure {
  if (error instanceof RefusalError) {
    const { code, message, status } = error;
    return { ok: false, code, message, status, detail: null };
  }
  if (error instanceof ConnectionError) return connectionFailure(error.detail, error.status);
  return connectionFailure(failureReason(error));
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
