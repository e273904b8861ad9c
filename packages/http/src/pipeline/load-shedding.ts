import { isRefusal } from "@retrieval/core/errors";
import { verifyToken } from "@retrieval/core/use-cases";
import type { Request, RequestHandler } from "express";
import type { AppDeps } from "../deps.js";
import { BUSY } from "../errors.js";
import { bearerToken } from "./authenticate.js";
import { isProbe } from "./probes.js";
import { send } from "./send.js";

/** Under load there are thousands of refusals a second: they are counted, and said once in this time. */
const SAID_EVERY_MS = 10_000;

/**
 * Refuses what comes while as many requests are in flight as may be, before anything is spent on it but the check of its
 * token: a refused request counts against its sender. A token that does not verify counts against nobody, so that no
 * user can use up the limit of another.
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

/** Not Express's own, which takes the whole address apart. */
function pathOf({ url }: Request): string {
  return url.split("?", 1)[0] as string;
}
