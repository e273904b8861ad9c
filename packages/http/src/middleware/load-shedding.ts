import { type Endpoint, MCP_ENDPOINT, OPERATION_LIST } from "@retrieval/api";
import { isRefusal } from "@retrieval/core/errors";
import { verifyToken } from "@retrieval/core/use-cases";
import type { Request, RequestHandler } from "express";
import { BUSY } from "../answers/error-answers.js";
import { send } from "../answers/send.js";
import type { AppDeps } from "../deps.js";
import { bearerToken } from "../routing/authenticate.js";
import { heldBack } from "../routing/held-back.js";
import { isProbe } from "../routing/probes.js";

/** Under load there are thousands of refusals a second: the log has their count, once in this time. */
const SAID_EVERY_MS = 10_000;

/** Management and searches have queues of their own (docs/decisions/0012). */
const MANAGEMENT = "/api/manage/";
const SEARCHES: ReadonlySet<string> = new Set(
  [...OPERATION_LIST, MCP_ENDPOINT].filter(({ searches }: Endpoint) => searches).map(({ path }) => path),
);

function queueOf(path: string): "searches" | "reader" | "admin" {
  if (path.startsWith(MANAGEMENT)) return "admin";
  return SEARCHES.has(path) ? "searches" : "reader";
}

/**
 * Refuses requests while as many as allowed are in flight, or wait and the sender's line is not the shortest. Only the
 * token is checked before: a refused request counts against its sender. A token that does not verify counts against no
 * user, so no user can use up another's limit.
 */
export function loadShedding(deps: AppDeps): RequestHandler {
  const { inFlight, queues, limits, metrics, clock, logger, newId, tokens, clockDifferences, session } = deps;
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

  return async (req, res, next) => {
    const path = pathOf(req);
    const queue = queues[queueOf(path)];
    if (!(inFlight.isFull || queue.isCrowded) || isProbe(path)) return next();
    const token = verifyToken(bearerToken(req), session, tokenDeps);
    if (!inFlight.isFull && (isRefusal(token) || queue.refusalOf(token.claims.sub) !== "crowded")) return next();
    say();
    metrics.count("limited", { limit: "requests_in_flight" });
    if (!isRefusal(token)) {
      const { sub } = token.claims;
      void limits.reads.hit(sub).catch(() => undefined);
      if ((await limits.refusals.hit(sub)) !== null) await heldBack(sub, res, deps);
    }
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
