import { refuse } from "@retrieval/core/errors";
import type { Request, RequestHandler } from "express";
import type { Answer } from "../answers/answer.js";
import { refusalAnswer } from "../answers/error-answers.js";
import { send } from "../answers/send.js";
import { isProbe } from "../routing/probes.js";
import { isHost } from "./one-host.js";

const HTTPS_REQUIRED = refuse("HTTPS_REQUIRED", { code: "https.required" });
const NO_HOST = refuse("INVALID_REQUEST", { code: "host.ill_formed" });

/** SPEC 5.8. The API refuses, so that no client gets used to sending tokens in the clear; pages are redirected. */
export const httpsOnly: RequestHandler = (req, res, next) => {
  if (isSecure(req) || isProbe(req.path)) next();
  else send(isPage(req) ? redirection(req) : refusalAnswer(HTTPS_REQUIRED), req, res);
};

/**
 * Whether every hop used TLS. Express reads only the first value of X-Forwarded-Proto, which the client can write itself
 * where proxies append theirs.
 */
function isSecure({ app, headers, socket }: Request): boolean {
  const trusts = app.get("trust proxy fn") as (address: string | undefined, hop: number) => boolean;
  const forwarded = headers["x-forwarded-proto"];
  if (forwarded === undefined || !trusts(socket.remoteAddress, 0)) return "encrypted" in socket;
  return String(forwarded)
    .split(",")
    .every((scheme) => scheme.trim().toLowerCase() === "https");
}

/** False for a target in absolute form (RFC 9112 §3.2.2), which would put a second address behind the host's name. */
function isPage({ method, path, originalUrl }: Request): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  return originalUrl.startsWith("/") && !/^\/(api|access|mcp|\.well-known)(\/|$)/.test(path);
}

/** Redirects to the request's own Host, because the client can choose X-Forwarded-Host. */
function redirection({ headers: { host }, originalUrl }: Request): Answer {
  if (!isHost(host)) return refusalAnswer(NO_HOST);
  return { status: 308, headers: { Location: `https://${host}${originalUrl}` } };
}
