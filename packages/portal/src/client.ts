import { createClient } from "@retrieval/api/client";
import { LANGUAGES, type LanguageCode } from "@retrieval/api/texts";
import { SHARED_SECRET_MIN, sharedSecret } from "@retrieval/core";
import { lengthOf } from "@retrieval/core/limits";
import type { Failure } from "./failure.js";
import type { UserEntry } from "./import-calls.js";
import { type ImportOptions, type ImportOutcome, importUsers } from "./import-users.js";
import { type RequestedToken, requestToken } from "./request-token.js";
import { secureUrl } from "./secure-url.js";
import { type SynchronisationOutcome, type SynchronisationRecord, synchroniseUser } from "./synchronise-user.js";
import { systemClock } from "./system-clock.js";

export interface PortalClientOptions {
  /** The service's address, without `/api`: `https://retrieval.example.com`. */
  readonly baseUrl: string;
  /** SSO_SHARED_SECRET, at least 64 characters (SPEC 5.2). */
  readonly secret: string;
  /** The language of sentences, the service's (Accept-Language) and the client's own; default English. */
  readonly language?: LanguageCode;
  /** Time limit of each call in milliseconds, including the body; default 30 seconds (SPEC 7). */
  readonly timeoutMs?: number;
  /** Milliseconds since 1970; default the machine's clock. */
  readonly now?: () => number;
  /** Default Node's own; another one can bring a proxy or a company's certificates. */
  readonly fetch?: typeof globalThis.fetch;
}

/** The portal's calls to the service. None of them throws: a network error is a {@link Failure} too. */
export interface PortalClient {
  /** Requests a session token for one employee (SPEC 4.1). */
  requestToken(user_id: string): Promise<RequestedToken | Failure>;
  /** Creates or updates any number of users, in calls of 100 (SPEC 4.2). */
  importUsers(entries: readonly UserEntry[], options: ImportOptions): Promise<ImportOutcome>;
  /** Creates or updates one user; fields that the record leaves out do not change. */
  synchroniseUser(record: SynchronisationRecord, options: { readonly token: string }): Promise<SynchronisationOutcome>;
}

/** The longest answer, of an import in which all 100 entries fail, is far shorter. */
const ANSWER_MAX = 1_048_576;

/**
 * @throws TypeError if the address is not HTTPS (or loopback), the secret is too short, the service does not have the
 *   language, or there is no time limit
 */
export function createPortalClient(options: PortalClientOptions): PortalClient {
  const { secret, language = "en", timeoutMs = 30_000, now = systemClock, fetch = globalThis.fetch } = options;
  if (lengthOf(secret) < SHARED_SECRET_MIN) {
    throw new TypeError(`secret must have at least ${SHARED_SECRET_MIN} characters`);
  }
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1) {
    throw new TypeError("timeoutMs must be a whole number of milliseconds from 1");
  }
  if (!Object.hasOwn(LANGUAGES, language)) {
    throw new TypeError(`language must be one of ${Object.keys(LANGUAGES).join(", ")}`);
  }
  const common = { url: secureUrl(options.baseUrl, "baseUrl"), language, timeoutMs, fetch, answerMax: ANSWER_MAX };
  // An employee waits for the answer: the portal decides whether to try again.
  const once = { ...common, attempts: 1 };
  const signIn = createClient(once);
  const key = sharedSecret(secret);
  return {
    requestToken: (user_id) =>
      requestToken(signIn, { secret: key, user_id, timestamp: Math.floor(now() / 1000) }, language),
    importUsers: (entries, { token, ...choices }) =>
      importUsers(createClient({ ...common, token }), entries, choices, language),
    synchroniseUser: (record, { token }) => synchroniseUser(createClient({ ...once, token }), record, language),
  };
}
