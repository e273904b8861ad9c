import { CONNECTION_FAILED, createPortalClient } from "@retrieval/portal";
import { AccessRefusal, cannotReach } from "./failures.js";

/** Gives the session token of an administrator. */
export interface Credentials {
  /** @param fresh true: the last one was refused. Gives null if there is no other */
  token(fresh: boolean): Promise<string | null>;
}

/** A token that somebody else asked for, and that cannot be renewed here. */
export function givenToken(token: string): Credentials {
  return { token: async (fresh) => (fresh ? null : token) };
}

export interface SigningOptions {
  readonly baseUrl: string;
  readonly user_id: string;
  readonly secret: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A token is not used in its last minute, so that a slow call does not outlive it. In milliseconds. */
const MARGIN = 60_000;

/**
 * Signs in as the portal does (SPEC 5.1), and again when the token runs out in a long run.
 *
 * @throws TypeError if the address may not be given a signature, or the secret is too short
 */
export function signingCredentials({ baseUrl, user_id, secret, now }: SigningOptions): Credentials {
  const portal = createPortalClient({ baseUrl, secret, now });
  let held: { readonly token: string; readonly until: number } | null = null;
  return {
    async token(fresh) {
      if (held !== null && !fresh && now() < held.until) return held.token;
      const answer = await portal.requestToken(user_id);
      if (!answer.ok) throw signInFailure(answer, user_id, baseUrl);
      held = { token: answer.token, until: now() + Math.max(answer.expires_in * 1000 - MARGIN, 1_000) };
      return held.token;
    },
  };
}

function signInFailure(
  { code, message, status, detail }: { code: string; message: string; status: number | null; detail: string | null },
  user_id: string,
  baseUrl: string,
): Error {
  if (code === CONNECTION_FAILED) return cannotReach(new URL(baseUrl), detail ?? message);
  return new AccessRefusal(status ?? 0, code, `Signing in as ${user_id} was refused: ${message}`, null);
}
