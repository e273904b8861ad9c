import { refuse } from "@retrieval/core";
import type { RequestHandler } from "express";
import { refusalAnswer } from "../errors.js";
import { send } from "./run-route.js";

/** Operation from inside the machine or the cluster asks these without TLS. */
const EXEMPT = new Set(["/healthz", "/readyz", "/metrics"]);

/** SPEC 5.8. The API refuses, so that no client gets used to sending tokens in the clear; pages are redirected. */
export const httpsOnly: RequestHandler = (req, res, next) => {
  if (req.secure || EXEMPT.has(req.path)) return next();
  const isPage = (req.method === "GET" || req.method === "HEAD") && !/^\/(api|\.well-known)(\/|$)/.test(req.path);
  if (isPage && req.host) {
    send({ status: 308, headers: { Location: `https://${req.host}${req.originalUrl}` } }, req, res);
    return;
  }
  send(
    refusalAnswer(refuse("HTTPS_REQUIRED", "This service answers over HTTPS only. Use https:// in the address.")),
    req,
    res,
  );
};
