import { refuse } from "@retrieval/core";
import type { RequestHandler } from "express";
import { refusalAnswer } from "../errors.js";
import { send } from "./send.js";

/** RFC 3986 §3.2.2 as far as services are named: a name, an IPv4 address or an IPv6 address in brackets, and a port. */
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?$/i;

const NO_HOST = refuse("INVALID_REQUEST", "The request must have a Host header: the name of this service.");

/** RFC 9112 §3.2: a request of HTTP/1.1 has a Host. Node would say so too, with no body. */
export const hostNamed: RequestHandler = (req, res, next) => {
  if (req.headers.host !== undefined || req.httpVersion === "1.0") next();
  else send(refusalAnswer(NO_HOST, { Connection: "close", "Cache-Control": "no-store" }), req, res);
};

export function isHost(text: string | undefined): text is string {
  return text !== undefined && HOST.test(text);
}
