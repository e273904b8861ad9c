import { refuse } from "@retrieval/core/errors";
import type { Request, RequestHandler } from "express";
import { type Answer, refusalAnswer } from "../errors.js";
import { isHost } from "./host.js";
import { isProbe } from "./probes.js";
import { send } from "./send.js";

const HTTPS_REQUIRED = refuse("HTTPS_REQUIRED", { code: "https.required" });
const NO_HOST = refuse("INVALID_REQUEST", { code: "host.ill_formed" });

/** SPEC 5.8. The API refuses, so that no client gets used to sending tokens in the clear; pages are redirected. */
export const httpsOnly: RequestHandler = (req, res, next) => {
  if (isSecure(req) || isProbe(req.path)) next();
  else send(isPage(req) ? redirection(req) : refusalAnswer(HTTPS_REQUIRED), req, res);
};

/**
 * Did all of the way lead over TLS? Express looks at the first value of X-Forwarded-Proto only, which the client can
 * write itself where the proxies add theirs behind it.
 */
function isSecure({ app, headers, socket }: Request): boolean {
  const trusts = app.get("trust proxy fn") as (address: string | undefined, hop: number) => boolean;
  const forwarded = headers["x-forwarded-proto"];
  if (forwarded === undefined || !trusts(socket.remoteAddress, 0)) return "encrypted" in socket;
  return String(forwarded)
    .split(",")
    .every((scheme) => scheme.trim().toLowerCase() === "https");
}

/** Not a target in absolute form (RFC 9112 §3.2.2), which would put a second address behind the host's name. */
function isPage({ method, path, originalUrl }: Request): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  return originalUrl.startsWith("/") && !/^\/(api|\.well-known)(\/|$)/.test(path);
}

/** To the Host of the request itself: what a proxy passes on as X-Forwarded-Host is the client's to choose. */
function redirection({ headers: { host }, originalUrl }: Request): Answer {
  if (!isHost(host)) return refusalAnswer(NO_HOST);
  return { status: 308, headers: { Location: `https://${host}${originalUrl}` } };
}
