import type { RequestHandler } from "express";

/**
 * Several middlewares as one, since Express's router looks at the whole request anew before each of its own.
 *
 * @param handlers that say all they have to say by `next`: what a promise of theirs rejects with would be lost
 */
export function inTurn(handlers: readonly RequestHandler[]): RequestHandler {
  return (req, res, done) => {
    let turn = 0;
    const next = (error?: unknown): void => {
      const handler = error ? undefined : handlers[turn];
      turn += 1;
      if (handler === undefined) done(error);
      else void handler(req, res, next);
    };
    next();
  };
}
