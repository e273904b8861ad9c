import { isRefusal, openSession, type Refusal, refuse, type Session, type SessionDeps } from "@retrieval/core";
import type { Request, RequestHandler, Response } from "express";
import type { AppDeps } from "../deps.js";
import { type Answer, failureAnswer, refusalAnswer } from "../errors.js";
import { readBody } from "./body.js";
import { addressKey } from "./rate-limits.js";
import type { Route } from "./route.js";
import { readQuery } from "./validate.js";

/**
 * The way of every request: who asks, how often, what they send, what is done, what is answered. Authentication and
 * role are settled before the first byte of a body is read.
 */
export function runRoute(route: Route, deps: AppDeps): RequestHandler {
  const { tokens, users, clock, logger } = deps;
  const onPreviousKey = (user_id: string) =>
    logger.warn({ user_id }, "a session token of the previous key was accepted");
  const sessionDeps: SessionDeps = { tokens, users, clock, onPreviousKey };
  return async (req, res) => {
    let answer: Answer;
    try {
      answer = await answerTo(route, req, res, deps, sessionDeps);
    } catch (error) {
      answer = failureAnswer(error);
      req.log[answer.status >= 500 ? "error" : "debug"]({ err: error }, "request failed");
    }
    send(answer, req, res);
  };
}

async function answerTo(
  route: Route,
  req: Request,
  res: Response,
  deps: AppDeps,
  sessionDeps: SessionDeps,
): Promise<Answer> {
  const session = route.access === "public" ? null : await authenticate(route, req, deps, sessionDeps);
  if (isRefusal(session)) return refusalAnswer(session);

  if (route.access === "reader" && session) {
    const limited = await deps.limits.reads.hit(session.user.user_id);
    if (limited) return limited;
  }

  const outcome = await handle(route, req, res, deps, session);
  if (!isRefusal(outcome)) return outcome;
  // Counted after the verdict, so that a good request is never limited by others from the same address.
  const counted = route.limitedFailures?.includes(outcome.code);
  const limited = counted ? await deps.limits.signInFailures.hit(addressKey(req.ip)) : null;
  return limited ?? refusalAnswer(outcome);
}

async function authenticate(
  route: Route,
  req: Request,
  deps: AppDeps,
  sessionDeps: SessionDeps,
): Promise<Session | Refusal> {
  const session = await openSession(bearerToken(req), deps.session, sessionDeps);
  if (isRefusal(session) || route.access !== "admin" || session.user.role === "admin") return session;
  return refuse("FORBIDDEN", "This needs the role admin.");
}

/** RFC 6750 §2.1; the scheme's name is compared without regard to case (RFC 9110 §11.1). */
function bearerToken({ headers }: Request): string | null {
  return headers.authorization?.match(/^bearer +([^\s]+)$/i)?.[1] ?? null;
}

async function handle(
  route: Route,
  req: Request,
  res: Response,
  deps: AppDeps,
  session: Session | null,
): Promise<Answer | Refusal> {
  const query = route.query ? readQuery(route.query, req.query) : {};
  if (typeof query === "string") return refuse("INVALID_REQUEST", query);
  const read = route.body ? await readBodyOf(route, req, res, deps) : { body: undefined, mediaType: "" };
  if (isRefusal(read)) return read;
  const request = { params: req.params, query, req, ...read };
  return route.handle(request as never, deps, session as Session);
}

/** A body that cannot be read is a refusal like any other, so that it counts where failures are counted. */
async function readBodyOf(route: Route, req: Request, res: Response, deps: AppDeps) {
  try {
    return await readBody(route.body as NonNullable<Route["body"]>, req, res, deps);
  } catch (error) {
    const { body, status } = failureAnswer(error);
    if (status >= 500) throw error;
    const { code, message } = (body as { error: Refusal }).error;
    return refuse(code, message);
  }
}

/** How much of an unread body Node may discard to keep the connection; more than that and the connection closes. */
const DISCARD_MAX = 64 * 1024;

export function send({ status, body, headers }: Answer, req: Request, res: Response): void {
  if (res.headersSent || res.destroyed) return;
  if (!req.complete && !isShort(req)) res.setHeader("Connection", "close");
  for (const [name, value] of Object.entries(headers ?? {})) res.setHeader(name, value);
  res.status(status);
  if (body === undefined) res.end();
  else res.json(body);
}

function isShort({ headers }: Request): boolean {
  return headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) <= DISCARD_MAX;
}
