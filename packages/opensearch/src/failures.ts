import { errors } from "@opensearch-project/opensearch";
import { UnavailableError } from "@retrieval/core/errors";

/** An error of OpenSearch, of a whole answer or of one item in the answer to `_msearch` or `_bulk`. */
export interface AnsweredError {
  readonly type?: string;
  readonly reason?: string;
}

/**
 * Why OpenSearch cannot answer. `blocked`: it does not accept changes, as with a full disk. `late`: no answer came in
 * time. `foreign`: the answer is not of OpenSearch.
 */
export type AwayReason =
  | "unreachable"
  | "certificate"
  | "tls"
  | "user"
  | "right"
  | "blocked"
  | "busy"
  | "red"
  | "failed"
  | "late"
  | "foreign";

/** OpenSearch cannot answer now. */
export class OpenSearchAwayError extends UnavailableError {
  constructor(
    readonly reason: AwayReason,
    why: string,
    /** Of the system or of TLS: `ECONNREFUSED`; empty: there is none. */
    readonly code = "",
  ) {
    super(`OpenSearch is not available: ${why}.`);
  }
}

/** OpenSearch answers that the request is at fault: a conflict of versions, an invalid query. */
export class RefusedRequestError extends Error {
  override readonly name = "RefusedRequestError";
  readonly #reason: string;

  constructor(
    /** Of HTTP. */
    readonly status: number,
    /** `illegal_argument_exception`, `version_conflict_engine_exception` and the like. */
    readonly type: string,
    reason: string,
  ) {
    super(`OpenSearch refuses a request: ${status} ${type}`);
    this.#reason = reason;
  }

  /** May repeat words of a query or of a document, so it is neither in the message nor in the log. */
  get reason(): string {
    return this.#reason;
  }
}

/** There is no index of this name, or none any more. */
export class MissingIndexError extends Error {
  override readonly name = "MissingIndexError";
}

/** What an error that the library throws means; any other error as it is. */
export function failureOf(error: unknown): unknown {
  if (error instanceof errors.ResponseError) return failureOfStatus(error.statusCode, error.body?.error);
  if (error instanceof errors.ConnectionError) return brokenConnection(hostOf(error), codeOf(error.cause));
  if (error instanceof errors.TimeoutError)
    return new OpenSearchAwayError("late", `${hostOf(error)} does not answer in time`);
  if (error instanceof errors.RequestAbortedError) return new OpenSearchAwayError("late", "no answer came in time");
  if (error instanceof errors.DeserializationError) return notJson();
  return error;
}

/** The same of a status and an error in an answer. */
export function failureOfStatus(
  status: number,
  { type = "of another program", reason = "" }: AnsweredError = {},
): OpenSearchAwayError | MissingIndexError | RefusedRequestError {
  if (type === "index_not_found_exception") return new MissingIndexError("the index in OpenSearch is gone");
  const away = (kind: AwayReason, why: string) => new OpenSearchAwayError(kind, why);
  if (type === "cluster_block_exception") return away("blocked", `its index is blocked (${status}), as by a full disk`);
  if (status === 401) return away("user", "it does not accept SEARCH_USER and SEARCH_PASSWORD (401)");
  if (status === 403) return away("right", `SEARCH_USER lacks a right (403 ${type})`);
  if (status === 429) return away("busy", `it has too much to do (429 ${type})`);
  if (status === 503) return away("red", `it has no leader, or an index is red (503 ${type})`);
  if (status >= 500) return away("failed", `it failed (${status} ${type})`);
  return new RefusedRequestError(status, type, reason);
}

/** A server answers, and is not OpenSearch. */
export const notJson = () => new OpenSearchAwayError("foreign", "an address of SEARCH_URL does not answer JSON");

const hostOf = (error: { readonly meta?: { readonly meta: { readonly connection: { readonly url: URL } } } }) =>
  error.meta?.meta.connection.url.host ?? "a server";

const codeOf = (cause: unknown) => String((cause as NodeJS.ErrnoException | undefined)?.code ?? "");

/** Codes of OpenSSL, and Node's own for the name in a certificate. */
const CERTIFICATE =
  /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_CERT_ALTNAME_INVALID)$/;
const NO_TLS = /^(?:EPROTO|ERR_SSL_\w+)$/;
const NO_NAME = /^(?:ENOTFOUND|EAI_AGAIN)$/;

function brokenConnection(host: string, code: string): OpenSearchAwayError {
  const away = (reason: AwayReason, why: string) => new OpenSearchAwayError(reason, `${host} ${why}`, code);
  if (code === "ECONNREFUSED") return away("unreachable", "refuses connections");
  if (CERTIFICATE.test(code))
    return away("certificate", `has a certificate that is not trusted (${code}; SEARCH_CA_FILE)`);
  if (NO_TLS.test(code)) return away("tls", `does not speak TLS as expected (${code})`);
  if (NO_NAME.test(code)) return away("unreachable", `is a name without an address (${code})`);
  return away("unreachable", `broke off the connection${code === "" ? "" : ` (${code})`}`);
}
