import { OPERATION_LIST } from "@retrieval/api";
import { refuse } from "@retrieval/core/errors";
import type { RequestHandler } from "express";
import { refusalAnswer } from "../answers/error-answers.js";
import { send } from "../answers/send.js";

/** @param methods that this address takes: GET, HEAD */
export function methodNotAllowed(methods: readonly string[]): RequestHandler {
  const refusal = refuse("METHOD_NOT_ALLOWED", { code: "method.other", methods });
  const Allow = [...methods, "OPTIONS"].join(", ");
  return (req, res) => send(refusalAnswer(refusal, { Allow }), req, res);
}

/** The methods that an address takes: `/users/bulk` is a user's address too, for an employee whose number is `bulk`. */
export function methodsAt(path: string): string[] {
  const parts = path.split("/");
  const operations = OPERATION_LIST.filter((operation) => {
    const pattern = operation.path.split("/");
    return pattern.length === parts.length && pattern.every((part, i) => part.startsWith(":") || part === parts[i]);
  });
  // Express answers HEAD for every GET.
  return operations.flatMap(({ method }) => (method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()]));
}
