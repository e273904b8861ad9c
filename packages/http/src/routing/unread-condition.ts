import type { Endpoint } from "@retrieval/api";
import { type Refusal, refuse } from "@retrieval/core/errors";
import type { Request } from "express";

const CONDITIONS = ["If-Match", "If-None-Match"] as const;

/**
 * Refuses a condition that the operation does not evaluate: a caller who sends one must not believe that it protects
 * another administrator's change (RFC 9110 §13.2.1). A read changes nothing, so there it is ignored.
 */
export function unreadCondition({ method, headers = [] }: Endpoint, req: Request): Refusal | null {
  if (method === "get") return null;
  const name = CONDITIONS.find((one) => req.get(one) !== undefined && !headers.includes(one));
  return name === undefined ? null : refuse("INVALID_REQUEST", { code: "header.condition_not_read", name });
}
