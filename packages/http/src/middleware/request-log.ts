import type { IncomingMessage, ServerResponse } from "node:http";
import type { Response } from "express";
import { pinoHttp } from "pino-http";
import type { AppDeps } from "../deps.js";
import { isProbe } from "../routing/probes.js";

interface LoggedAnswer {
  readonly headersSent: boolean;
  readonly statusCode: number;
}

/** `originalUrl` as Express keeps it; `url` alone is relative to the path of a middleware. */
interface LoggedRequest {
  readonly id: unknown;
  readonly method: string;
  readonly originalUrl?: string;
  readonly url: string;
}

/**
 * One line a request: id, method, path, status, duration, and the user_id of a verified token. Headers, bodies and query
 * strings are never logged, so no token, signature, password or `sso_token` can be.
 */
export function requestLog({ logger, newId }: Pick<AppDeps, "logger" | "newId">) {
  return pinoHttp({
    logger,
    genReqId: (req: IncomingMessage, res: ServerResponse) => {
      const id = acceptedId(req.headers["x-request-id"]) ?? newId();
      res.setHeader("X-Request-Id", id);
      return id;
    },
    // The standard serializers would run before ours and read every header of the answer.
    wrapSerializers: false,
    serializers: {
      req: ({ id, method, originalUrl, url }: LoggedRequest) => ({ id, method, path: pathOf(originalUrl ?? url) }),
      // Without an answer there is no status; Node's default is 200.
      res: ({ headersSent, statusCode }: LoggedAnswer) => ({ status: headersSent ? statusCode : null }),
    },
    // A 503 is no bug, and another line says why.
    customLogLevel: (_req, res, error) =>
      error || (res.statusCode >= 500 && res.statusCode !== 503) ? "error" : "info",
    // The error that pino-http makes up for a status of 5xx has only pino-http's own stack.
    customErrorObject: (_req, res, _error, { err, ...line }: { err: unknown }) => ({ ...line, ...senderOf(res) }),
    customSuccessObject: (_req, res, line: object) => ({ ...line, ...senderOf(res) }),
    // A probe every few seconds would fill the log.
    autoLogging: { ignore: (req) => isProbe(pathOf(req.url ?? "")) },
  });
}

/**
 * The id of a proxy or gateway goes into our log and back, if it is harmless there: a UUID, `uuid#counter`, base64, a trace
 * header. AuthZEN wants any text back (section 10.1.3), but no quote or space is in an id in use.
 */
function acceptedId(given: string | string[] | undefined): string | null {
  return typeof given === "string" && /^[\w.:;,#=+/|@~-]{1,128}$/.test(given) ? given : null;
}

/** Known once the token is verified, whatever the answer is. */
function senderOf(res: ServerResponse): { readonly user_id?: string } {
  const { user_id } = ((res as Response).locals ?? {}) as { user_id?: string };
  return user_id === undefined ? {} : { user_id };
}

const pathOf = (url: string) => url.split(/[?#]/, 1)[0] as string;
