import { isRefusal } from "@retrieval/core/errors";
import { verifyToken } from "@retrieval/core/use-cases";
import type { Request, RequestHandler } from "express";
import { BUSY } from "../answers/error-answers.js";
import { send } from "../answers/send.js";
import type { AppDeps } from "../deps.js";
import { bearerToken } from "../routing/authenticate.js";
import { isProbe } from "../routing/probes.js";

/** Under load there are thousands of refusals a second: the log has their count, once in this time. */
const SAID_EVERY_MS = 10_000;

/**
 * Refuses requests while as many as allowed are in flight. Only the token is checked before: a refused request counts
 * against its sender. A token that does not verify counts against no user, so no user can use up another's limit.
 */
export function loadShedding(deps: AppDeps): RequestHandler {
  const { inFlight, limits, metrics, clock, logger, newId, tokens, clockDifferences, session } = deps;
  const tokenDeps = { tokens, clock, clockDifferences, onRefusedToken: () => undefined };
  let refused = 0;
  let saidAt = Number.NEGATIVE_INFINITY;

  const say = () => {
    refused += 1;
    const now = clock.now();
    // The clock may be set back.
    if (Math.abs(now - saidAt) < SAID_EVERY_MS) return;
    logger.warn({ refused, in_flight: inFlight.limit }, "more requests than can be worked on; the newest are refused");
    refused = 0;
    saidAt = now;
  };

  return (req, res, next) => {
    if (!inFlight.isFull || isProbe(pathOf(req))) return next();
    say();
    metrics.limited("requests_in_flight");
    const token = verifyToken(bearerToken(req), session, tokenDeps);
    if (!isRefusal(token)) void limits.reads.hit(token.claims.sub).catch(() => undefined);
    res.setHeader("X-Request-Id", newId());
    res.setHeader("Cache-Control", "no-store");
    res.setHeader("X-Content-Type-Options", "nosniff");
    send(BUSY, req, res);
  };
}

/** Express's own `path` parses the whole address. */
function pathOf({ url }: Request): string {
  return url.split("?", 1)[0] as string;
}
