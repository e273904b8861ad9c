import type { Endpoint } from "@retrieval/api";
import { isRefusal, type Refusal } from "@retrieval/core/errors";
import type { KnownToken } from "@retrieval/core/use-cases";
import type { Request, RequestHandler, Response } from "express";
import type { Answer } from "../answers/answer.js";
import { languageFor } from "../answers/answer-language.js";
import { BUSY, failureAnswer, QUEUE_FULL, refusalAnswer } from "../answers/error-answers.js";
import { wantsEvents } from "../answers/event-stream.js";
import { send } from "../answers/send.js";
import type { RouteDeps } from "../deps.js";
import { Authentication, type CallerSession, type SentToken } from "./authenticate.js";
import type { Turn } from "./fair-queue.js";
import type { AnyHandler } from "./handler.js";
import { partsInTurns } from "./parts-in-turns.js";
import { isProbe } from "./probes.js";
import { addressKey } from "./rate-limits.js";
import { bodyReader, type ReadBody } from "./read-body.js";
import { queryReader } from "./read-query.js";
import { unreadCondition } from "./unread-condition.js";

/** One request on its way, with its operation's schemas compiled, which is done once for all requests. */
interface Exchange {
  readonly operation: Endpoint;
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
export function serveOperation(operation: Endpoint, handler: AnyHandler, deps: RouteDeps): RequestHandler {
  const readQuery = queryReader(operation);
  const ready = { operation, handler, readQuery, readBody: bodyReader(operation, deps) };
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
 * The token's signature, or the row of an access token, tells the sender before anything is spent on the request, so all
 * of its work, the look-up of the sender's record too, is done in the sender's turn.
 *
 * @returns null where the client went away while the request waited: nothing is done for it any more
 */
async function sendersAnswer(exchange: Exchange, access: "reader" | "admin"): Promise<Answer | null> {
  const { operation, req, res, deps } = exchange;
  const authentication = new Authentication(operation, req, deps);
  const sent = authentication.token();
  if (isRefusal(sent)) return refusalAnswer(sent);
  const token = "text" in sent ? await lookedUp(sent, authentication, exchange) : sent;
  if (token === null || "status" in token) return token;
  const sender = "claims" in token ? token.claims.sub : token.user_id;
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
    return outcome?.parts && !outcome.isSlow ? { ...outcome, parts: partsInTurns(outcome.parts, turn) } : outcome;
  } finally {
    turn.leave();
  }
}

/**
 * An access token has to be looked up before its sender is known. Each address has its turns for that, so that an address
 * which sends made-up tokens keeps no connection of the database from the others.
 */
async function lookedUp(
  sent: SentToken,
  authentication: Authentication,
  { req, res, deps }: Exchange,
): Promise<KnownToken | Answer | null> {
  const turn = deps.queues.lookUps.turnOf(addressKey(req.ip), res);
  try {
    const unable = await takeTurn(turn, deps);
    if (unable !== undefined) return unable;
    const token = await authentication.known(sent);
    return isRefusal(token) ? refusalAnswer(token) : token;
  } finally {
    turn.leave();
  }
}

/** The sender of a request, of an operation that is not public. */
interface Sender {
  readonly turn: Turn;
  /** By the sender's record of this moment. */
  session(): Promise<CallerSession | Refusal>;
}

/** Reads the query and the body, and calls the handler. @returns null where the client has gone */
async function handle(exchange: Exchange, sender: Sender | null): Promise<Answer | Refusal | null> {
  const { operation, handler, readQuery, readBody, req, res, deps } = exchange;
  let session = sender && (await sender.session());
  if (isRefusal(session)) return session;
  const unread = unreadCondition(operation, req);
  if (unread !== null) return unread;
  const query = readQuery(req);
  if (isRefusal(query)) return query;
  const isWhole = operation.body === undefined || req.complete;
  const read = isWhole ? await readBody(req, res) : await awaitedBody(exchange, sender?.turn ?? null);
  if (read === null || isRefusal(read) || !("mediaType" in read)) return read;
  // The client decides how long its body takes: the sender can have lost the role or been signed out meanwhile.
  if (!isWhole) session = sender && (await sender.session());
  if (isRefusal(session)) return session;
  return handler(handlerRequest(exchange, query, read, sender, session) as never, deps, session as never);
}

/** Waits for a body outside the sender's turn, because a slow client must not hold a place of those who work. */
async function awaitedBody(
  { readBody, req, res, deps }: Exchange,
  turn: Turn | null,
): Promise<ReadBody | Refusal | Answer | null> {
  turn?.leave();
  const read = await deps.inFlight.outside(() => readBody(req, res));
  if (read === null) {
    deps.metrics.limited("requests_in_flight");
    return BUSY;
  }
  if (isRefusal(read) || turn === null) return read;
  const unable = await takeTurn(turn, deps);
  return unable === undefined ? read : unable;
}

function handlerRequest(
  { operation, req, res, deps }: Exchange,
  query: object,
  { body, mediaType }: ReadBody,
  sender: Sender | null,
  session: CallerSession | null,
) {
  const params = req.params as Readonly<Record<string, string>>;
  const cursors = deps.cursors.for({
    operation: `${operation.method} ${operation.path}`,
    params,
    query: { ...query },
    user_id: session?.user.user_id ?? "",
  });
  const aside = async (wait: () => Promise<unknown>) => {
    sender?.turn.leave();
    await deps.inFlight.outside(wait);
    return sender === null || (await sender.turn.take()) === "taken";
  };
  return {
    ...{ params, query, body, mediaType, req, cursors, aside },
    get takesEvents() {
      return wantsEvents(req);
    },
    get language() {
      return languageFor(req, res);
    },
  };
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
