import { type ConnectionError, RefusalError } from "@retrieval/api/client";
import { type PlainText, say } from "../texts/say.js";

/** The service did not sign the administrator in. */
export class SignInRefusal extends RefusalError {}

/** Refusals of the caller, whatever the request asks for (SPEC 7). */
const ACCESS_CODES: readonly string[] = [
  "UNAUTHORIZED",
  "FORBIDDEN",
  "HTTPS_REQUIRED",
  "INVALID_SIGNATURE",
  "EXPIRED_TIMESTAMP",
];

/** Whether the caller was refused: a wrong secret, an expired token, a role that may not. */
export function refusesCaller(error: RefusalError): boolean {
  return error instanceof SignInRefusal || ACCESS_CODES.includes(error.code);
}

const UNTRUSTED =
  "no trusted authority signed its certificate. Set NODE_EXTRA_CA_CERTS to a PEM file with the authority's certificate, or with its own if it is self-signed.";
const BROKEN_OFF = "the connection was broken off. If the service speaks https, the address must begin with https://.";
const NO_TLS = "the server there does not speak https. Check the port.";

/** By the code of Node, of OpenSSL or of undici. */
const CAUSES: Readonly<Record<string, PlainText>> = {
  ECONNREFUSED: "nothing listens there; is the service running?",
  ENOTFOUND: "the host is unknown.",
  ECONNRESET: BROKEN_OFF,
  UND_ERR_SOCKET: BROKEN_OFF,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  CERT_HAS_EXPIRED: "its certificate has expired. Renew it there.",
  CERT_NOT_YET_VALID: "its certificate is not valid yet. Check this machine's clock.",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name. Use an address with a name of the certificate.",
  ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_TLS,
};

/** Explains why there is no answer of a retrieval service, and what to do. */
export function connectionText({ status, detail }: ConnectionError, origin: string): string {
  if (status !== null)
    return say("The server at {origin} is not a retrieval service: status {status} without a body of its API.", {
      origin,
      status,
    });
  const known = CAUSES[detail];
  const cause = known === undefined ? detail : `${say(known)} (${detail})`;
  return say("Cannot reach {origin}: {cause}", { origin, cause });
}
