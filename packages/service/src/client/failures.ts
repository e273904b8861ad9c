/** The service answered no: its own code and message (SPEC 7), and where its log has more. */
export class ServiceRefusal extends Error {
  override readonly name = "ServiceRefusal";

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly request_id: string | null,
  ) {
    super(message);
  }
}

/** Who asks was not accepted: no such administrator, a wrong secret, an expired token, a role that may not. */
export class AccessRefusal extends ServiceRefusal {}

/** No answer of a retrieval service came. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
}

const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there; is the service running?",
  ENOTFOUND: "no such host is known.",
};

/** @param cause an error code of Node, or words */
export function cannotReach(address: URL, cause: string): ConnectionError {
  const why = CAUSES[cause] ?? `${cause}.`;
  return new ConnectionError(`Cannot reach ${address.origin}: ${why}`);
}

/** Faults of whoever asks, however the request itself looks (SPEC 7). */
const ACCESS_CODES: readonly string[] = [
  "UNAUTHORIZED",
  "FORBIDDEN",
  "HTTPS_REQUIRED",
  "INVALID_SIGNATURE",
  "EXPIRED_TIMESTAMP",
];

export function refusalOf(status: number, body: unknown, request_id: string | null): ServiceRefusal | null {
  const { code, message } = ((body as { error?: unknown } | null)?.error ?? {}) as Record<string, unknown>;
  if (typeof code !== "string" || typeof message !== "string") return null;
  const Kind = ACCESS_CODES.includes(code) ? AccessRefusal : ServiceRefusal;
  return new Kind(status, code, message, request_id);
}
