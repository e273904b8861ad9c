import type { Credential, Endpoint } from "@retrieval/api";
import type { SessionClaims } from "@retrieval/core";
import { isRefusal, type Refusal, refuse } from "@retrieval/core/errors";
import type { TokenAudience } from "@retrieval/core/ports";
import {
  findAccessToken,
  type KnownToken,
  namedAudience,
  openAccessToken,
  openSession,
  type SentToken,
  type Session,
  tokenHash,
  type VerifiedToken,
  verifyToken,
} from "@retrieval/core/use-cases";
import type { Request } from "express";
import type { AppDeps } from "../deps.js";
import { addressKey } from "./rate-limits.js";

/** A session, and the same by the records of a later moment: a long answer asks again. */
export interface CallerSession extends Session {
  readonly credential: Credential;
  /** Of a session's token; null: of an access token. */
  readonly claims: SessionClaims | null;
  /** Tells one session or access token from the others. */
  readonly token_id: string;
  readonly again: () => Promise<Session | Refusal>;
}

const OTHER_AUDIENCE = refuse("UNAUTHORIZED", { code: "access_token.other_audience" });
const TOKENS_OFF = refuse("UNAUTHORIZED", { code: "access_tokens.off" });

/**
 * Finds the sender of a request and checks that they may call its operation, in two steps: by the token, without the
 * database if it is a session's, and by the sender's current record. A refused management call goes to the audit log.
 */
export class Authentication {
  /** The user that a refused token of ours names. */
  #refusedUser: string | null = null;

  constructor(
    private readonly operation: Endpoint,
    private readonly req: Request,
    private readonly deps: AppDeps,
  ) {}

  /** Reads nothing but the Authorization header. */
  token(): VerifiedToken | SentToken | Refusal {
    const text = bearerToken(this.req);
    const audience = namedAudience(text);
    const token = text === null || audience === null ? this.#verified(text) : this.#sent(text, audience);
    return isRefusal(token) ? this.#refused(token, null) : token;
  }

  async known(sent: SentToken): Promise<KnownToken | Refusal> {
    const token = await findAccessToken(sent, this.deps);
    return isRefusal(token) ? this.#refused(token, null) : token;
  }

  async session(token: VerifiedToken | KnownToken): Promise<CallerSession | Refusal> {
    const session = await ("claims" in token ? this.#sessionOf(token) : this.#sessionBy(token));
    if (isRefusal(session)) return this.#refused(session, null);
    const { user_id, role } = session.user;
    if (this.operation.access !== "admin" || role === "admin") return session;
    this.req.log.warn({ user_id }, "a user without the role admin asked for what needs it");
    return this.#refused(refuse("FORBIDDEN", { code: "role.not_admin" }), user_id);
  }

  #verified(text: string | null): VerifiedToken | Refusal {
    const { tokens, clock, clockDifferences, session } = this.deps;
    const deps = { tokens, clock, clockDifferences, onRefusedToken: this.#onRefusedToken };
    const token = verifyToken(text, session, deps);
    return isRefusal(token) || opens(this.operation, "session") ? token : OTHER_AUDIENCE;
  }

  /** A refusal here tells what the text claims to be, which any caller can write, and not whether it is valid. */
  #sent(text: string, audience: TokenAudience): SentToken | Refusal {
    if (!opens(this.operation, audience)) return OTHER_AUDIENCE;
    if (!this.deps.tokenAudiences.includes(audience)) return TOKENS_OFF;
    const hash = tokenHash(text);
    return { audience, hash, user_id: this.deps.accessTokens.owners.known(hash) };
  }

  async #sessionOf(token: VerifiedToken): Promise<CallerSession | Refusal> {
    const { users, metrics } = this.deps;
    const onPreviousKey = (user_id: string) =>
      this.req.log.warn({ user_id }, "a session token of the previous key was accepted");
    const session = await openSession(token, { users, onPreviousKey, onRefusedToken: this.#onRefusedToken });
    if (isRefusal(session)) return session;
    metrics.count("secret-used", {
      purpose: "session_token",
      secret: token.previousKey ? "previous" : "current",
    });
    // The request's start has recorded what there is to record.
    const again = () => openSession(token, { users, onPreviousKey: NOTED, onRefusedToken: NOTED });
    return { ...session, credential: "session", claims: token.claims, token_id: token.claims.jti, again };
  }

  async #sessionBy(token: KnownToken): Promise<CallerSession | Refusal> {
    const again = () => openAccessToken(token, addressKey(this.req.ip), this.deps);
    const session = await again();
    if (isRefusal(session)) return session;
    const token_id = Buffer.from(token.hash).toString("base64url");
    return { ...session, credential: token.audience, claims: null, token_id, again };
  }

  readonly #onRefusedToken = (user_id: string): void => {
    this.#refusedUser = user_id;
  };

  #refused(refusal: Refusal, by_user: string | null): Refusal {
    const { access, method, path } = this.operation;
    if (access === "admin") {
      this.deps.auditIntake.refuse({
        kind: "management-refused",
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

function opens({ opensTo = ["session"] }: Endpoint, credential: Credential): boolean {
  return opensTo.includes(credential);
}

const NOTED = () => undefined;

/** RFC 6750 §2.1; the scheme's name is compared without regard to case (RFC 9110 §11.1). */
export function bearerToken({ headers }: Request): string | null {
  return headers.authorization?.match(/^bearer +([^\s]+)$/i)?.[1] ?? null;
}
