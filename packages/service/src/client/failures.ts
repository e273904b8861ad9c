import type { Problem } from "@retrieval/core/problems";

/** The service answered no: its own code and message (SPEC 7), and where its log has more. */
export class ServiceRefusal extends Error {
  override readonly name = "ServiceRefusal";

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly request_id: string | null,
    readonly problems: readonly Problem[] = [],
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

const UNTRUSTED =
  "its certificate is signed by nobody we trust. Set NODE_EXTRA_CA_CERTS to a PEM file with the certificate of its authority, or with its own where it signed itself.";
const BROKEN_OFF =
  "the connection was broken off. Does the address begin with https:// where the service speaks https?";
const NO_TLS = "what answers there does not speak https. Is the port right?";

/** By the code of Node, of OpenSSL or of undici. */
const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there; is the service running?",
  ENOTFOUND: "no such host is known.",
  ECONNRESET: BROKEN_OFF,
  UND_ERR_SOCKET: BROKEN_OFF,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  CERT_HAS_EXPIRED: "its certificate has ended, and has to be renewed there.",
  CERT_NOT_YET_VALID: "its certificate is not valid yet. Is this machine's clock right?",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name. Use an address with a name of the certificate.",
  ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_TLS,
};

/** @param cause an error code of Node, or words */
export function cannotReach(address: URL, cause: string): ConnectionError {
  const known = CAUSES[cause];
  return new ConnectionError(
    `Cannot reach ${address.origin}: ${known === undefined ? `${cause}.` : `${known} (${cause})`}`,
  );
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
  const { code, message, problems } = ((body as { error?: unknown } | null)?.error ?? {}) as Record<string, unknown>;
  if (typeof code !== "string" || typeof message !== "string") return null;
  const Kind = ACCESS_CODES.includes(code) ? AccessRefusal : ServiceRefusal;
  return new Kind(status, code, message, request_id, Array.isArray(problems) ? problems : []);
}
