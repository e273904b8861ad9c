import { type PlainText, say } from "../texts/say.js";

/** The system's codes in words, for an operator. */
const PROBLEMS: Readonly<Record<string, PlainText>> = {
  ECONNREFUSED: "nothing listens there",
  ECONNRESET: "the connection was closed",
  EPIPE: "the connection was closed",
  ENOTFOUND: "the host's name has no address",
  EAI_AGAIN: "the host's name cannot be looked up now",
  ETIMEDOUT: "the connection timed out, as behind a firewall",
  EHOSTUNREACH: "no network leads to the host",
  ENETUNREACH: "no network leads to the host",
  EHOSTDOWN: "the host is down",
  ENETDOWN: "the network is down",
  ENOENT: "the socket does not exist",
  EACCES: "this account may not use the socket",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is not signed by a trusted authority",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate is not signed by a trusted authority",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate is not signed by a trusted authority",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "its certificate is not signed by a trusted authority",
  CERT_HAS_EXPIRED: "its certificate has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name",
};

/** `does not answer: nothing listens there (ECONNREFUSED)`, or null for a code that is not about the network. */
export function networkProblem(code: string): string | null {
  const problem = PROBLEMS[code];
  return problem === undefined ? null : say("does not answer: {reason}", { reason: `${say(problem)} (${code})` });
}
