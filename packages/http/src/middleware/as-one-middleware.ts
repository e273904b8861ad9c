import type { RequestHandler } from "express";

/**
 * Runs several middlewares as one, because Express's router parses the request again before each of its own.
 *
 * @param handlers that report every error by `next`: the rejection of a promise would be lost
 */
export function asOneMiddleware(handlers: readonly RequestHandler[]): RequestHandler {
  return (req, res, done) => {
    let at = 0;
    const next = (error?: unknown): void => {
      const handler = error ? undefined : handlers[at];
      at += 1;
      if (handler === undefined) done(error);
      else void handler(req, res, next);
    };
    next();
  };
}
