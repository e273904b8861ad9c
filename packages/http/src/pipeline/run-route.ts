import type { Operation } from "@retrieval/api";
import { isRefusal, type Refusal } from "@retrieval/core/errors";
import type { Session } from "@retrieval/core/use-cases";
import type { Request, RequestHandler, Response } from "express";
import type { RouteDeps } from "../deps.js";
import { type Answer, BUSY, failureAnswer, QUEUE_FULL, refusalAnswer } from "../errors.js";
import type { AnyHandler } from "../handlers/handler.js";
import { Authentication } from "./authenticate.js";
import { bodyReader, NO_BODY } from "./body.js";
import type { Turn } from "./fair-queue.js";
import { inTurns } from "./in-turns.js";
import { languageFor } from "./language.js";
import { isProbe } from "./probes.js";
import { addressKey } from "./rate-limits.js";
import { send } from "./send.js";
import { queryReader, queryRule } from "./validate.js";

/** One request on its way, with its operation's schemas compiled, which is done once for all requests. */
interface Exchange {
  readonly operation: Operation;
  readonly handler: AnyHandler;
  readonly readQuery: ReturnType<typeof queryReader>;
  readonly readBody: ReturnType<typeof bodyReader>;
  readonly req: Request;
  readonly res: Response;
  readonly deps: RouteDeps;
}

/**
 * The way of every request: who asks, how often, what they send, what is done, what is answered. Authentication and
 * role are settled before the first byte of a body is read.
 *
 * @throws Error if a schema of the operation cannot be compiled
 */
export function runRoute(operation: Operation, handler: AnyHandler, deps: RouteDeps): RequestHandler {
  const readQuery = queryReader(queryRule(operation));
  const ready = { operation, handler, readQuery, readBody: bodyReader(operation.body, deps) };
  // Probes bypass load shedding, so they must not count as in flight.
  const probe = isProbe(operation.path);
  const { access } = operation;
  return async (req, res) => {
    const exchange = { ...ready, req, res, deps };
    const work = () => (access === "public" ? publicAnswer(exchange) : sendersAnswer(exchange, access));
    let answer: Answer | null;
    try {
      answer = await (probe ? work() : deps.inFlight.during(work));
    } catch (error) {
      answer = failureAnswer(error, req.log);
    }
    if (answer !== null) send(answer, req, res);
  };
}

async function publicAnswer(exchange: Exchange): Promise<Answer | null> {
  const { operation, req, deps } = exchange;
  const outcome = await handle(exchange, null);
  if (!isRefusal(outcome)) return outcome;
  // Counted after the verdict, so that a good request is never limited by others from the same address.
  const counted = operation.limitedFailures?.includes(outcome.code);
  const limited = counted ? await deps.limits.signInFailures.hit(addressKey(req.ip)) : null;
  if (limited) deps.metrics.limited("sign_in_failures");
  return limited ?? refusalAnswer(outcome);
}

/**
 * The token's signature tells the sender before anything is spent on the request, so all of its work, the look-up of the
 * sender's record too, is done in the sender's turn.
 *
 * @returns null where the client went away while the request waited: nothing is done for it any more
 */
async function sendersAnswer(exchange: Exchange, access: "reader" | "admin"): Promise<Answer | null> {
  const { operation, req, res, deps } = exchange;
  const authentication = new Authentication(operation, req, deps);
  const token = authentication.token();
  if (isRefusal(token)) return refusalAnswer(token);
  const sender = token.claims.sub;
  res.locals.user_id = sender;
  const turn = deps.queues[access].turnOf(sender, res);
  try {
    const unable = await takeTurn(turn, deps);
    if (unable !== undefined) return unable && (await countedRefusal(unable, sender, deps));
    if (access === "reader") {
      const limited = await deps.limits.reads.hit(sender);
      if (limited) {
        deps.metrics.limited("reads");
        return limited;
      }
    }
    const outcome = await handle(exchange, { turn, session: () => authentication.session(token) });
    if (isRefusal(outcome)) return refusalAnswer(outcome);
    // Reading is counted above.
    if (access === "admin" && (outcome === BUSY || outcome === QUEUE_FULL))
      return await countedRefusal(outcome, sender, deps);
    return outcome?.parts ? { ...outcome, parts: inTurns(outcome.parts, turn) } : outcome;
  } finally {
    turn.leave();
  }
}

/** The sender of a request, of an operation that is not public. */
interface Sender {
  readonly turn: Turn;
  /** By the sender's record of this moment. */
  session(): Promise<Session | Refusal>;
}

async function handle(exchange: Exchange, sender: Sender | null): Promise<Answer | Refusal | null> {
  const { operation, handler, readQuery, readBody, req, res, deps } = exchange;
  let session = sender && (await sender.session());
  if (isRefusal(session)) return session;
  const query = readQuery(req);
  if (isRefusal(query)) return query;
  const turn = sender?.turn ?? null;
  let read: Awaited<ReturnType<typeof readBody>> | null = NO_BODY;
  if (operation.body !== undefined && req.complete) {
    read = await readBody(req, res);
    if (isRefusal(read)) return read;
  } else if (operation.body !== undefined) {
    turn?.leave();
    read = await deps.inFlight.outside(() => readBody(req, res));
    if (read === null) {
      deps.metrics.limited("requests_in_flight");
      return BUSY;
    }
    if (isRefusal(read)) return read;
    const unable = turn && (await takeTurn(turn, deps));
    if (turn && unable !== undefined) return unable;
    // The client decides how long its body takes: the sender can have lost the role or been signed out meanwhile.
    session = sender && (await sender.session());
    if (isRefusal(session)) return session;
  }
  const { body, mediaType } = read;
  const params = req.params as Readonly<Record<string, string>>;
  const address = `${operation.method} ${operation.path}`;
  const cursors = deps.cursors.for({
    operation: address,
    params,
    query: { ...query },
    user_id: session?.user.user_id ?? "",
  });
  const aside = async (wait: () => Promise<unknown>) => {
    turn?.leave();
    await deps.inFlight.outside(wait);
    return turn === null || (await turn.take()) === "taken";
  };
  const request = {
    ...{ params, query, body, mediaType, req, cursors, aside },
    get language() {
      return languageFor(req, res);
    },
  };
  return handler(request as never, deps, session as never);
}

/** @returns undefined in the sender's turn, else the refusal, or null where the client has gone */
async function takeTurn(turn: Turn, { metrics }: RouteDeps): Promise<Answer | null | undefined> {
  const outcome = await turn.take();
  if (outcome === "taken") return undefined;
  if (outcome === "gone") return null;
  metrics.limited("reader_queue");
  return outcome === "full" ? QUEUE_FULL : BUSY;
}

/** A refusal because of load, which counts against its sender: repeating it at once ends in the rate limit. */
async function countedRefusal(refusal: Answer, sender: string, { inFlight, limits }: RouteDeps): Promise<Answer> {
  // Not in flight: while a shared counter is slow, one sender's refusals must not take the places of others' requests.
  return (await inFlight.outside(() => limits.reads.hit(sender))) ?? refusal;
}
