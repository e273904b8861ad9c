import { isRefusal, openSession, type Refusal, refuse, type Session, type SessionDeps } from "@retrieval/core";
import type { Request } from "express";
import type { AppDeps } from "../deps.js";
import { addressKey } from "./rate-limits.js";
import type { Route } from "./route.js";

/** Who asks, and whether they may call this route. Reads nothing but the Authorization header. */
export async function authenticate(route: Route, req: Request, deps: AppDeps): Promise<Session | Refusal> {
  const doors = new SessionDoors(deps, req);
  const session = await openSession(bearerToken(req), deps.session, doors);
  if (!isRefusal(session)) deps.metrics.secretUsed("session_token", doors.key);
  if (route.access !== "admin" || (!isRefusal(session) && session.user.role === "admin")) return session;

  const refused = isRefusal(session) ? session : refuse("FORBIDDEN", "This needs the role admin.");
  const by_user = isRefusal(session) ? null : session.user.user_id;
  if (by_user !== null) req.log.warn({ user_id: by_user }, "somebody without the role admin asked for what needs it");
  deps.managementAudit.callRefused({
    reason: refused.code,
    by_user,
    user_id: doors.refusedUser,
    address: addressKey(req.ip),
    call: `${route.method.toUpperCase()} ${route.path.replace(/:(\w+)/g, "{$1}")}`,
  });
  return refused;
}

/** RFC 6750 §2.1; the scheme's name is compared without regard to case (RFC 9110 §11.1). */
export function bearerToken({ headers }: Request): string | null {
  return headers.authorization?.match(/^bearer +([^\s]+)$/i)?.[1] ?? null;
}

/** What opening a session needs, with the log of the request that it is opened for. */
class SessionDoors implements SessionDeps {
  readonly tokens: SessionDeps["tokens"];
  readonly users: SessionDeps["users"];
  readonly clock: SessionDeps["clock"];
  /** Which one the token was signed with, once the session is open. */
  key: "current" | "previous" = "current";
  /** Whom a token of ours names that was not accepted. */
  refusedUser: string | null = null;
  readonly clockDifferences: SessionDeps["clockDifferences"];
  readonly #log: Request["log"];

  constructor({ tokens, users, clock, clockDifferences }: AppDeps, { log }: Request) {
    this.tokens = tokens;
    this.users = users;
    this.clock = clock;
    this.clockDifferences = clockDifferences;
    this.#log = log;
  }

  onRefusedToken(user_id: string): void {
    this.refusedUser = user_id;
  }

  onPreviousKey(user_id: string): void {
    this.key = "previous";
    this.#log.warn({ user_id }, "a session token of the previous key was accepted");
  }
}
