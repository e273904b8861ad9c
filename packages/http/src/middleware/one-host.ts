import { refuse } from "@retrieval/core/errors";
import type { Request, RequestHandler } from "express";
import { refusalAnswer } from "../answers/error-answers.js";
import { send } from "../answers/send.js";

/** The forms of RFC 3986 §3.2.2 that name a service: a name, an IPv4 address or an IPv6 address in brackets, and a port. */
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?$/i;

const ONE_HOST = refuse("INVALID_REQUEST", { code: "host.not_one" });

/** RFC 9112 §3.2: a request of HTTP/1.1 has one Host. Node checks it too, but without a body, and takes the first of two. */
export const oneHost: RequestHandler = (req, res, next) => {
  const named = timesNamed(req);
  if (named === 1 || (named === 0 && req.httpVersion === "1.0")) next();
  else send(refusalAnswer(ONE_HOST, { Connection: "close" }), req, res);
};

/** `req.headers` shows the first one only, and `req.headersDistinct` parses all headers again. */
function timesNamed({ rawHeaders }: Request): number {
  let times = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === "host") times += 1;
  }
  return times;
}

export function isHost(text: string | undefined): text is string {
  return text !== undefined && HOST.test(text);
}
