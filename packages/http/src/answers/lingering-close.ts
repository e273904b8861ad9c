import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * How long and how much is read and thrown away from a client that still sends when it has its answer. Closing a
 * connection with unread bytes resets it, and a reset can overtake the answer (RFC 9112 §9.6). The limits end a client
 * that never stops sending.
 */
export const LINGER = { milliseconds: 2_000, bytes: 8 * 1024 * 1024 };

/**
 * Sends the whole answer at once. Ends it, and the connection with it, when the rest of the request is read.
 *
 * @param json the body; empty for none
 */
export function endAfterRest(req: IncomingMessage, res: ServerResponse, json = ""): void {
  if (json !== "") res.setHeader("Content-Type", "application/json; charset=utf-8");
  if (res.statusCode !== 204) res.setHeader("Content-Length", Buffer.byteLength(json));
  res.flushHeaders();
  if (json !== "") res.write(json);

  let left = LINGER.bytes;
  const end = () => {
    clearTimeout(timer);
    req.off("data", discard);
    res.end();
  };
  const discard = (part: Buffer) => {
    left -= part.length;
    if (left < 0) end();
  };
  const timer = setTimeout(end, LINGER.milliseconds);
  req.on("data", discard);
  req.once("end", end);
  req.once("close", end);
  req.once("error", end);
  req.resume();
}
