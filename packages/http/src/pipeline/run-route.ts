import { isRefusal, type Refusal, type Session } from "@retrieval/core";
import type { Request, RequestHandler, Response } from "express";
import type { RouteDeps } from "../deps.js";
import { type Answer, BUSY, failureAnswer, refusalAnswer } from "../errors.js";
import { authenticate } from "./authenticate.js";
import { bodyReader } from "./body.js";
import { isProbe } from "./probes.js";
import { addressKey } from "./rate-limits.js";
import type { Route } from "./route.js";
import { send } from "./send.js";
import { queryReader } from "./validate.js";

/** A route with its schemas compiled, which is done once for all requests. */
interface ReadyRoute {
  readonly route: Route;
  readonly readQuery: ReturnType<typeof queryReader>;
  readonly readBody: ReturnType<typeof bodyReader>;
}

/**
 * The way of every request: who asks, how often, what they send, what is done, what is answered. Authentication and
 * role are settled before the first byte of a body is read.
 *
 * @throws Error if a schema of the route cannot be compiled
 */
export function runRoute(route: Route, deps: RouteDeps): RequestHandler {
  const ready: ReadyRoute = { route, readQuery: queryReader(route.query), readBody: bodyReader(route.body, deps) };
  // Whoever is never refused must not take the places of those who are.
  const probe = isProbe(route.path);
  return async (req, res) => {
    const work = () => answerTo(ready, req, res, deps);
    let answer: Answer;
    try {
      answer = await (probe ? work() : deps.inFlight.during(work));
    } catch (error) {
      answer = failureAnswer(error, req.log);
    }
    send(answer, req, res);
  };
}

async function answerTo(ready: ReadyRoute, req: Request, res: Response, deps: RouteDeps): Promise<Answer> {
  const { access, limitedFailures } = ready.route;
  const session = access === "public" ? null : await authenticate(ready.route, req, deps);
  if (isRefusal(session)) return refusalAnswer(session);

  if (access === "reader" && session) {
    const limited = await deps.limits.reads.hit(session.user.user_id);
    if (limited) {
      deps.metrics.limited("reads");
      return limited;
    }
  }

  const outcome = await handle(ready, req, res, deps, session);
  if (!isRefusal(outcome)) return outcome;
  // Counted after the verdict, so that a good request is never limited by others from the same address.
  const counted = limitedFailures?.includes(outcome.code);
  const limited = counted ? await deps.limits.signInFailures.hit(addressKey(req.ip)) : null;
  if (limited) deps.metrics.limited("sign_in_failures");
  return limited ?? refusalAnswer(outcome);
}

async function handle(
  { route, readQuery, readBody }: ReadyRoute,
  req: Request,
  res: Response,
  deps: RouteDeps,
  session: Session | null,
): Promise<Answer | Refusal> {
  const query = readQuery(req);
  if (isRefusal(query)) return query;
  const reading = () => readBody(req, res);
  const read = await (route.body === undefined ? reading() : deps.inFlight.outside(reading));
  if (read === null) {
    deps.metrics.limited("requests_in_flight");
    return BUSY;
  }
  if (isRefusal(read)) return read;
  const { body, mediaType } = read;
  return route.handle({ params: req.params, query, body, mediaType, req } as never, deps, session as Session);
}
