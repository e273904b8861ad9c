import { refuse } from "@retrieval/core/errors";
import type { RequestHandler } from "express";
import { refusalAnswer } from "../errors.js";
import { send } from "./send.js";

/** @param methods that this address takes: GET, HEAD */
export function methodNotAllowed(methods: readonly string[]): RequestHandler {
  const refusal = refuse("METHOD_NOT_ALLOWED", { code: "method.other", methods });
  const Allow = [...methods, "OPTIONS"].join(", ");
  return (req, res) => send(refusalAnswer(refusal, { Allow }), req, res);
}
