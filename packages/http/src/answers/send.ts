import { brotliCompressSync, constants, gzipSync } from "node:zlib";
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
  { status, body: given, json, compressed, parts, bytes, headers, refused }: Answer,
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
  else if (json !== undefined) sendJson(json, req, res, compressed);
  else if (body === undefined) res.end();
  else sendJson(JSON.stringify(body), req, res);
}

function refusalBody(refused: Refusal, req: Request, res: Response): object {
  res.locals.refused = refused.code;
  return errorBody(refused, languageFor(req, res));
}

/** The longest text that is sent as it is, in bytes: compressing a shorter one saves no packet. */
const PLAIN_MAX = 1_024;
/** The quickest level: about 1 ms for 100 kB, and six times less to send. Other levels block the event loop for longer. */
export const COMPRESSED = {
  br: (text: string) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: (text: string) => gzipSync(text, { level: 1 }),
};

/**
 * The ETag is the same in every encoding: it names the state that If-Match means, and no answer is sent in ranges. An
 * answer tells no secret by its length (BREACH): another site cannot make a browser send a token.
 */
function sendJson(text: string, req: Request, res: Response, compressed?: Answer["compressed"]): void {
  const length = Buffer.byteLength(text);
  if (length > PLAIN_MAX) res.vary("Accept-Encoding");
  if (req.fresh) {
    res.status(304).end();
    return;
  }
  res.setHeader("Content-Type", "application/json; charset=utf-8");
  const encoding = length > PLAIN_MAX && (req.acceptsEncodings(["br", "gzip"]) as keyof typeof COMPRESSED | false);
  if (!encoding) {
    res.setHeader("Content-Length", length);
    res.end(text);
    return;
  }
  const bytes = compressed?.[encoding] ?? COMPRESSED[encoding](text);
  res.setHeader("Content-Encoding", encoding);
  res.setHeader("Content-Length", bytes.length);
  res.end(bytes);
}

/** False where a client waits for its 100: it may send its next request in place of the body. */
function canBeDiscarded(req: Request): boolean {
  const { headers } = req;
  const length = headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : Infinity;
  return length <= DISCARD_MAX && !awaitsContinue(req);
}
