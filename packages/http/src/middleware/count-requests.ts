import type { ErrorCode } from "@retrieval/core/errors";
import type { RequestHandler } from "express";
import type { Metrics } from "../metrics/metrics.js";

/** The methods that some route or page answers; a client can write others as it likes, and they are one. */
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Counts every request once its answer is sent, or its client is gone. */
export function countRequests(metrics: Metrics): RequestHandler {
  return (req, res, next) => {
    const began = metrics.requestBegan();
    res.once("close", () => {
      metrics.requestEnded(
        {
          method: METHODS.has(req.method) ? req.method : "other",
          // The pattern that Express matched: an address itself may hold anything, and a person's number.
          route: (req.route as { path: string } | undefined)?.path ?? "other",
          status: res.writableFinished ? String(res.statusCode) : "aborted",
        },
        began,
      );
      const refused = res.locals.refused as ErrorCode | undefined;
      if (refused !== undefined) metrics.count("refused", { code: refused });
    });
    next();
  };
}
