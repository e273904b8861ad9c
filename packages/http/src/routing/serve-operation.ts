import type { Endpoint } from "@retrieval/api";
import { isRefusal, type Refusal } from "@retrieval/core/errors";
import type { KnownToken, SentToken } from "@retrieval/core/use-cases";
import type { Request, RequestHandler, Response } from "express";
import type { Answer } from "../answers/answer.js";
import { languageFor } from "../answers/answer-language.js";
import { BUSY, DOWNLOADS_FULL, failureAnswer, QUEUE_FULL, refusalAnswer } from "../answers/error-answers.js";
import { wantsEvents } from "../answers/event-stream.js";
import { send } from "../answers/send.js";
import type { RouteDeps } from "../deps.js";
import type { LimitName } from "../metrics/metrics.js";
import { Authentication, bearerToken, type CallerSession } from "./authenticate.js";
import { doneOnce } from "./done-once.js";
import type { Turn, TurnOutcome } from "./fair-queue.js";
import type { AnyHandler } from "./handler.js";
import { heldBack } from "./held-back.js";
import { Cursors } from "./page-cursors.js";
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
 * @param challenge what WWW-Authenticate says in place of `Bearer`
 * @throws Error if a schema of the operation cannot be compiled
 */
export function serveOperation(
  operation: Endpoint,
  handler: AnyHandler,
  deps: RouteDeps,
  challenge?: string,
): RequestHandler {
  const readQuery = queryReader(operation);
  const ready = { operation, handler, readQuery, readBody: bodyReader(operation, deps) };
  const { access } = operation;
  return async (req, res) => {
    const exchange = { ...ready, req, res, deps };
    let answer: Answer | null;
    try {
      answer = await (access === "public" ? publicAnswer(exchange) : sendersAnswer(exchange, access));
    } catch (error) {
      answer = failureAnswer(error, req.log);
    }
    if (answer === null) return;
    const sender: string | undefined = res.locals.user_id;
    const isOfLoad = answer.status === 429 || answer === BUSY;
    if (isOfLoad && sender !== undefined && (await deps.limits.refusals.hit(sender)) !== null)
      await heldBack(sender, res, deps);
    if (answer.status === 401 && challenge !== undefined) {
      // RFC 6750 §3.1: a request without a token is told no error.
      const error = bearerToken(req) === null ? "" : `, error="invalid_token"`;
      answer = { ...answer, headers: { ...answer.headers, "WWW-Authenticate": challenge + error } };
    }
    send(answer, req, res);
  };
}

async function publicAnswer(exchange: Exchange): Promise<Answer | null> {
  const { operation, req, deps } = exchange;
  // Probes bypass load shedding, so they must not count as in flight.
  const work = () => handle(exchange, null);
  const outcome = await (isProbe(operation.path) ? work() : deps.inFlight.during(work));
  if (!isRefusal(outcome)) return outcome;
  // Counted after the verdict, so that a good request is never limited by others from the same address.
  const counted = operation.limitedFailures?.includes(outcome.code);
  const limited = counted ? await deps.limits.signInFailures.hit(addressKey(req.ip)) : null;
  if (limited) deps.metrics.count("limited", { limit: "sign_in_failures" });
  return limited ?? refusalAnswer(outcome);
}

/**
 * The token's signature, or whose an access token is, tells the sender before anything is spent on the request, so all of
 * its work, the look-up of the sender's record too, is done in the sender's turn.
 *
 * Nothing before the turn counts as in flight. With the turn a request has a place, so it is not refused after its wait;
 * only one that left its turn for a slow body can be.
 *
 * @returns null where the client went away while the request waited: nothing is done for it any more
 */
async function sendersAnswer(exchange: Exchange, access: "reader" | "admin"): Promise<Answer | null> {
  const { operation, req, res, deps } = exchange;
  const authentication = new Authentication(operation, req, deps);
  const sent = authentication.token();
  if (isRefusal(sent)) return refusalAnswer(sent);
  const token = "claims" in sent ? sent : await lookedUp(sent, authentication, exchange);
  if (token === null || "status" in token) return token;
  const sender = "claims" in token ? token.claims.sub : token.user_id;
  res.locals.user_id = sender;
  // A sender beyond the limit does not wait to be told so. Signing out is never limited: the token would stay good.
  const isLimited = access === "reader" && operation.operationId !== "endSession";
  const limited = isLimited ? await deps.limits.reads.hit(sender) : null;
  if (limited) {
    deps.metrics.count("limited", { limit: "reads" });
    return limited;
  }
  const turn = deps.queues[operation.searches ? "searches" : access].turnOf(sender, res);
  try {
    const unable = await takeTurn(turn, deps);
    const work = () => handle(exchange, { turn, session: () => authentication.session(token) });
    const outcome = unable === undefined ? await deps.inFlight.during(work) : unable;
    if (isRefusal(outcome)) return refusalAnswer(outcome);
    // A refusal because of load counts against its sender: repeating it ends in the rate limit. Reading is counted above.
    if (access === "admin" && (outcome === BUSY || outcome === QUEUE_FULL))
      return (await deps.limits.reads.hit(sender)) ?? outcome;
    if (outcome?.parts === undefined) return outcome;
    const download = deps.queues.downloads.turnOf(sender, res);
    const tooMany = await takeTurn(download, deps);
    if (tooMany !== undefined) return tooMany && DOWNLOADS_FULL;
    res.once("close", () => download.leave());
    return outcome.isSlow ? outcome : { ...outcome, parts: partsInTurns(outcome.parts, turn) };
  } finally {
    turn.leave();
  }
}

/**
 * An access token that this instance has not seen has to be looked up before its sender is known. No look-up is refused:
 * however many wait, they take one statement at a time, so made-up tokens cannot keep a good one away. An address that
 * sends made-up tokens has to wait for each refusal, and gets 429 where too many of its refusals are held back.
 */
async function lookedUp(
  sent: SentToken,
  authentication: Authentication,
  { req, res, deps }: Exchange,
): Promise<KnownToken | Answer | null> {
  const { user_id } = sent;
  if (user_id !== null) return { ...sent, user_id };
  const token = await authentication.known(sent);
  if (!isRefusal(token)) return token;
  const address = addressKey(req.ip);
  if (!(await deps.limits.signInFailures.hit(`token ${address}`))) return refusalAnswer(token);
  const unable = refusalOf(await heldBack(address, res, deps), deps, "unknown_tokens");
  return unable === undefined ? refusalAnswer(token) : unable;
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
  const request = handlerRequest(exchange, query, read, sender, session);
  if (isRefusal(request)) return request;
  const work = () => handler(request as never, deps, session as never);
  return session === null ? work() : doneOnce(exchange, session.user.user_id, request, work);
}

/** Waits for a body outside the sender's turn, because a slow client must not hold a place of those who work. */
async function awaitedBody(
  { readBody, req, res, deps }: Exchange,
  turn: Turn | null,
): Promise<ReadBody | Refusal | Answer | null> {
  turn?.leave();
  const read = await deps.inFlight.outside(async () => {
    const body = await readBody(req, res);
    const unable = isRefusal(body) || turn === null ? undefined : await takeTurn(turn, deps);
    return unable === undefined ? body : unable;
  });
  if (read !== "full") return read;
  deps.metrics.count("limited", { limit: "requests_in_flight" });
  return BUSY;
}

function handlerRequest(
  { operation, req, res, deps }: Exchange,
  query: { readonly cursor?: unknown },
  { body, mediaType }: ReadBody,
  sender: Sender | null,
  session: CallerSession | null,
) {
  const params = req.params as Readonly<Record<string, string>>;
  const cursors = new Cursors(deps.cursorKeys, {
    operation: `${operation.method} ${operation.path}`,
    params,
    query: { ...query },
    user_id: session?.user.user_id ?? "",
  });
  const after = cursors.read(query.cursor);
  if (isRefusal(after)) return after;
  const aside = async (wait: () => Promise<unknown>) => {
    sender?.turn.leave();
    let outcome: TurnOutcome = "taken";
    await deps.inFlight.outside(async () => {
      await wait();
      if (sender !== null) outcome = await sender.turn.take();
    });
    return outcome === "taken";
  };
  return {
    ...{ params, query, body, mediaType, req, res, cursors, after, aside },
    get takesEvents() {
      return wantsEvents(req);
    },
    get language() {
      return languageFor(req, res);
    },
  };
}

/** @returns undefined in the sender's turn, else the refusal, or null where the client has gone */
async function takeTurn(turn: Turn, deps: RouteDeps): Promise<Answer | null | undefined> {
  return refusalOf(await turn.take(), deps, "reader_queue");
}

function refusalOf(outcome: TurnOutcome, { metrics }: RouteDeps, full: LimitName): Answer | null | undefined {
  if (outcome === "taken") return undefined;
  if (outcome === "gone") return null;
  metrics.count("limited", { limit: outcome === "crowded" ? "requests_in_flight" : full });
  return outcome === "full" ? QUEUE_FULL : BUSY;
}
