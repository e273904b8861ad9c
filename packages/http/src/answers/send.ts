import type { Refusal } from "@retrieval/core/errors";
import type { Request, Response } from "express";
import type { Answer } from "./answer.js";
import { languageFor } from "./answer-language.js";
import { errorBody } from "./error-answers.js";
import { awaitsContinue } from "./expect-continue.js";
import { endAfterRest } from "./lingering-close.js";
import { sendParts } from "./send-parts.js";

/** How much of an unread body Node may discard to keep the connection; more than that and the connection closes. */
const DISCARD_MAX = 64 * 1024;

export function send(
  { status, body: given, json, parts, bytes, headers, refused }: Answer,
  req: Request,
  res: Response,
): void {
  if (res.headersSent || res.destroyed) return;
  const body = refused === undefined ? given : refusalBody(refused, req, res);
  if (headers !== undefined) for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  res.status(status);
  const unread = !req.complete && !canBeDiscarded(req);
  if (unread) res.setHeader("Connection", "close");
  if (parts !== undefined) void sendParts(parts, req, res);
  else if (bytes !== undefined) res.send(bytes);
  else if (unread) endAfterRest(req, res, body === undefined ? json : JSON.stringify(body));
  else if (json !== undefined) sendJson(json, res);
  else if (body === undefined) res.end();
  else if (res.hasHeader("ETag")) res.json(body);
  else sendJson(JSON.stringify(body), res);
}

function refusalBody(refused: Refusal, req: Request, res: Response): object {
  res.locals.refused = refused.code;
  return errorBody(refused, languageFor(req, res));
}

/**
 * Does the work of `res.json` without its check for 304, which only answers with an ETag need, and without a copy of the
 * text in a Buffer.
 */
function sendJson(text: string, res: Response): void {
  res.setHeader("Content-Type", "application/json; charset=utf-8");
  res.setHeader("Content-Length", Buffer.byteLength(text));
  res.end(text);
}

/** False where a client waits for its 100: it may send its next request in place of the body. */
function canBeDiscarded(req: Request): boolean {
  const { headers } = req;
  const length = headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : Infinity;
  return length <= DISCARD_MAX && !awaitsContinue(req);
}
