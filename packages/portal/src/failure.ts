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
  return {
    ok: false,
    code: CONNECTION_FAILED,
    message: "The connection to the retrieval service failed. Please try again later.",
    status,
    detail,
  };
}

/** SPEC 7: code and message of the error body where it has both, otherwise the generic failure. */
export function refusalOf(status: number, body: unknown): Failure {
  const { code, message } = (isObject(body) && isObject(body.error) ? body.error : {}) as Record<string, unknown>;
  if (isText(code) && isText(message)) return { ok: false, code, message, status, detail: null };
  return connectionFailure(`status ${status} without an error body of the service`, status);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
