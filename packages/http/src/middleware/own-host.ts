import { refuse } from "@retrieval/core/errors";
import type { RequestHandler } from "express";
import { refusalAnswer } from "../answers/error-answers.js";
import { send } from "../answers/send.js";

const OTHER_HOST = refuse("FORBIDDEN", { code: "host.other" });

/**
 * Refuses requests to another host name than the service's own, such as those of a page whose name leads to this address
 * (DNS rebinding). The protocol's library does not check it.
 */
export function ownHost(origin: string): RequestHandler {
  const { host, port, protocol } = new URL(origin);
  // RFC 9110 §4.2.3: a Host may name the default port too.
  const hosts = port === "" ? [host, `${host}:${protocol === "https:" ? 443 : 80}`] : [host];
  return (req, res, next) => {
    // Not `req.host`, which believes X-Forwarded-Host where a proxy is trusted: any client can send that header.
    if (hosts.includes(req.headers.host?.toLowerCase() ?? "")) next();
    else send(refusalAnswer(OTHER_HOST), req, res);
  };
}
