import type { Operation } from "@retrieval/api";
import { isRefusal, type Refusal, refuse } from "@retrieval/core/errors";
import { openSession, type Session, type VerifiedToken, verifyToken } from "@retrieval/core/use-cases";
import type { Request } from "express";
import type { AppDeps } from "../deps.js";
import { addressKey } from "./rate-limits.js";

/**
 * Finds the sender of a request and checks that they may call its operation, in two steps: by the token, without the
 * database, and by the sender's current record. A refused management call goes to the audit log.
 */
export class Authentication {
  /** The user that a refused token of ours names. */
  #refusedUser: string | null = null;

  constructor(
    private readonly operation: Operation,
    private readonly req: Request,
    private readonly deps: AppDeps,
  ) {}

  /** Reads nothing but the Authorization header. */
  token(): VerifiedToken | Refusal {
    const { tokens, clock, clockDifferences, session } = this.deps;
    const deps = { tokens, clock, clockDifferences, onRefusedToken: this.#onRefusedToken };
    const token = verifyToken(bearerToken(this.req), session, deps);
    return isRefusal(token) ? this.#refused(token, null) : token;
  }

  async session(token: VerifiedToken): Promise<Session | Refusal> {
    const { users, metrics } = this.deps;
    const onPreviousKey = (user_id: string) =>
      this.req.log.warn({ user_id }, "a session token of the previous key was accepted");
    const session = await openSession(token, { users, onPreviousKey, onRefusedToken: this.#onRefusedToken });
    if (isRefusal(session)) return this.#refused(session, null);
    metrics.secretUsed("session_token", token.previousKey ? "previous" : "current");
    const { user_id, role } = session.user;
    if (this.operation.access !== "admin" || role === "admin") return session;
    this.req.log.warn({ user_id }, "a user without the role admin asked for what needs it");
    return this.#refused(refuse("FORBIDDEN", { code: "role.not_admin" }), user_id);
  }

  readonly #onRefusedToken = (user_id: string): void => {
    this.#refusedUser = user_id;
  };

  #refused(refusal: Refusal, by_user: string | null): Refusal {
    const { access, method, path } = this.operation;
    if (access === "admin") {
      this.deps.managementAudit.callRefused({
        reason: refusal.code,
        by_user,
        user_id: this.#refusedUser,
        address: addressKey(this.req.ip),
        call: `${method.toUpperCase()} ${path.replace(/:(\w+)/g, "{$1}")}`,
      });
    }
    return refusal;
  }
}

/** RFC 6750 §2.1; the scheme's name is compared without regard to case (RFC 9110 §11.1). */
export function bearerToken({ headers }: Request): string | null {
  return headers.authorization?.match(/^bearer +([^\s]+)$/i)?.[1] ?? null;
}
