import { SHARED_SECRET_MIN, sharedSecret } from "@retrieval/core";
import { lengthOf } from "@retrieval/core/limits";
import { caller } from "./call.js";
import type { Failure } from "./failure.js";
import { type ImportOptions, type ImportOutcome, importUsers } from "./import-users.js";
import type { UserEntry } from "./people-import.js";
import { type RequestedToken, requestToken } from "./request-token.js";
import { secureUrl } from "./secure-url.js";
import { type SynchronisationOutcome, type SynchronisationRecord, synchroniseUser } from "./synchronise-user.js";
import { systemClock } from "./system-clock.js";

export interface PortalClientOptions {
  /** The service's address, without `/api`: `https://retrieval.example.com`. */
  readonly baseUrl: string;
  /** SSO_SHARED_SECRET, at least 64 characters (SPEC 5.2). */
  readonly secret: string;
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

/** @throws TypeError if the address is not HTTPS (or loopback), the secret is too short, or there is no time limit */
export function createPortalClient(options: PortalClientOptions): PortalClient {
  const { secret, timeoutMs = 30_000, now = systemClock, fetch = globalThis.fetch } = options;
  if (lengthOf(secret) < SHARED_SECRET_MIN) {
    throw new TypeError(`secret must have at least ${SHARED_SECRET_MIN} characters`);
  }
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1) {
    throw new TypeError("timeoutMs must be a whole number of milliseconds from 1");
  }
  const base = secureUrl(options.baseUrl, "baseUrl");
  // A service may be below a path: without the slash, its last segment would be replaced.
  if (!base.pathname.endsWith("/")) base.pathname += "/";
  const call = caller(base, fetch, timeoutMs);
  const key = sharedSecret(secret);
  return {
    requestToken: (user_id) => requestToken(call, { secret: key, user_id, timestamp: Math.floor(now() / 1000) }),
    importUsers: (entries, { token, updateExisting = false, yesDeactivate = 0 }) =>
      importUsers(call, now, entries, { token, updateExisting, yesDeactivate }),
    synchroniseUser: (record, { token }) => synchroniseUser(call, record, token),
  };
}
