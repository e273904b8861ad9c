import { ConnectionError } from "@retrieval/api/client";
import type { LanguageCode } from "@retrieval/api/texts";
import type { ErrorCode } from "@retrieval/core/errors";
import { CONNECTION_FAILED, createPortalClient } from "@retrieval/portal";
import { say } from "../texts/say.js";
import { SignInRefusal } from "./failures.js";

/** The session token of an administrator, or how to get one. @param refused the token that the service refused */
export type Credentials = string | ((refused: string | null) => Promise<string>);

export interface SigningOptions {
  readonly baseUrl: string;
  readonly user_id: string;
  readonly secret: string;
  /** Of the service's messages. */
  readonly language: LanguageCode;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Renews a token this long before it expires, so that a slow call does not outlive it. In milliseconds. */
const MARGIN = 60_000;

/**
 * Signs in as the portal does (SPEC 5.1), and again when the token expires during a long command.
 *
 * @throws TypeError if the address may not be given a signature, or the secret is too short
 */
export function signingCredentials({ user_id, now, ...options }: SigningOptions): Credentials {
  const portal = createPortalClient({ ...options, now });
  let held: { readonly token: string; readonly until: number } | null = null;
  return async (refused) => {
    if (held !== null && held.token !== refused && now() < held.until) return held.token;
    const answer = await portal.requestToken(user_id);
    if (answer.ok) {
      held = { token: answer.token, until: now() + Math.max(answer.expires_in * 1000 - MARGIN, 1_000) };
      return held.token;
    }
    const { code, message, problems, status, detail } = answer;
    if (code === CONNECTION_FAILED) throw new ConnectionError(detail ?? message, status);
    const said = say("Signing in as {user_id} was refused: {message}", { user_id, message });
    throw new SignInRefusal(code as ErrorCode, status ?? 0, said, problems, 0, null);
  };
}
