import type { Role } from "../access/role.js";
import type { AuditIntake } from "../audit/audit-intake.js";
import { type Clock, unixSeconds } from "../clock.js";
import type { Refusal } from "../errors.js";
import type { SessionPolicy } from "../session/claims.js";
import { sessionClaims } from "../session/claims.js";
import type { SessionTokens } from "../session/session-tokens.js";
import { checkSignIn, type SignInPolicy, type SignInPorts } from "./checks.js";

/** The answer of SPEC 4.1. */
export interface SignInAnswer {
  readonly token: string;
  readonly user: {
    readonly user_id: string;
    readonly display_name: string;
    readonly role: Role;
    readonly department: string | null;
    readonly email: string | null;
  };
  /** Lifetime in seconds. */
  readonly expires_in: number;
}

interface SignInDeps extends SignInPorts {
  readonly tokens: SessionTokens;
  readonly clock: Clock;
  /** Returns a new id that cannot be guessed, for each token. */
  readonly newTokenId: () => string;
  /** Called for a request signed with the previous secret, so that its use can be logged and counted. */
  readonly onPreviousSecret: (user_id: string) => void;
  readonly auditIntake: Pick<AuditIntake, "add" | "refuse">;
}

/**
 * Exchanges a signed request for a session token (SPEC 4.1).
 *
 * @param body the request's body, unchecked
 * @param address the sender's address, for the audit log
 */
export async function signIn(
  body: unknown,
  address: string,
  policy: { signIn: SignInPolicy; session: SessionPolicy },
  deps: SignInDeps,
): Promise<SignInAnswer | Refusal> {
  const now = unixSeconds(deps.clock);
  const verdict = await checkSignIn(body, now, policy.signIn, deps);
  if ("refusal" in verdict) {
    const { code } = verdict.refusal;
    deps.auditIntake.refuse({
      kind: "sign-in-refused",
      reason: code,
      address,
      by_user: null,
      user_id: verdict.signed_for,
    });
    return verdict.refusal;
  }
  const { user, signedWithPreviousSecret } = verdict;
  if (signedWithPreviousSecret) deps.onPreviousSecret(user.user_id);
  const token = deps.tokens.issue(sessionClaims(user, policy.session, { now, jti: deps.newTokenId() }));
  const { user_id, display_name, role, department, email } = user;
  const about = { by_user: user_id, user_id, document_id: null };
  deps.auditIntake.add({ kind: "sign-in", ...about, details: { address } });
  return { token, user: { user_id, display_name, role, department, email }, expires_in: policy.session.lifetime };
}
