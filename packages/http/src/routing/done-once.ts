import { createHmac, type KeyObject } from "node:crypto";
import type { Endpoint } from "@retrieval/api";
import { isRefusal, type Refusal, refuse } from "@retrieval/core/errors";
import type { KnownRequest } from "@retrieval/core/ports";
import type { Request, Response } from "express";
import type { Answer } from "../answers/answer.js";
import type { RouteDeps } from "../deps.js";

/** A structured string (RFC 8941 §3.3.3) as the draft has it, or the same without its quotes. */
const KEY = /^(?:"([\x20\x21\x23-\x5b\x5d-\x7e]{1,255})"|([\x21\x23-\x5b\x5d-\x7e]{1,255}))$/;
const ILL_FORMED = refuse("INVALID_REQUEST", { code: "idempotency_key.ill_formed" });
const IN_FLIGHT = refuse("CONFLICT", { code: "idempotency_key.in_flight" });
const OTHER_REQUEST = refuse("CONFLICT", { code: "idempotency_key.other_request" });
const ANSWER_NOT_KEPT = refuse("CONFLICT", { code: "idempotency_key.answer_not_kept" });

interface Exchange {
  readonly operation: Endpoint;
  readonly req: Request;
  readonly res: Response;
  readonly deps: Pick<RouteDeps, "requests" | "fingerprintKey">;
}

interface Sent {
  readonly params: object;
  readonly query: object;
  readonly body: unknown;
}

/**
 * Does a request with an Idempotency-Key once (draft-ietf-httpapi-idempotency-key-header-07). A refusal or an exception
 * that changed nothing leaves its key free.
 */
export async function doneOnce(
  { operation: { operationId, keyed, hasSecret }, req, res, deps }: Exchange,
  user_id: string,
  { params, query, body }: Sent,
  work: () => Promise<Answer | Refusal>,
): Promise<Answer | Refusal> {
  const header = req.get("Idempotency-Key");
  if (!keyed || header === undefined) return work();
  const [, quoted, key = quoted] = header.match(KEY) ?? [];
  if (key === undefined) return ILL_FORMED;
  const sent = JSON.stringify([operationId, params, query, req.get("If-Match"), body]);
  // What is sent may have a password, which a plain hash of it in the database would help to guess.
  const hmac = createHmac("sha256", deps.fingerprintKey as KeyObject).update(sent);
  const request = { user_id, key, request: hmac.digest() };
  const known = await deps.requests.claim(request);
  if (known !== null) return repeated(known);
  const answer = await deps.requests.run(request, work);
  if (isRefusal(answer)) {
    await deps.requests.release(request);
    return answer;
  }
  const language = res.getHeader("Content-Language");
  const headers = { ...answer.headers, ...(language === undefined ? {} : { "Content-Language": String(language) }) };
  const kept = hasSecret ? null : JSON.stringify({ status: answer.status, body: answer.body, headers });
  // The request was done, so its sender is told so.
  await deps.requests.keep(request, kept).catch((err) => req.log.warn({ err }, "an answer was not kept for its key"));
  return answer;
}

function repeated({ is_same, answer }: KnownRequest): Answer | Refusal {
  if (!is_same) return OTHER_REQUEST;
  if (answer === "begun") return IN_FLIGHT;
  return answer === "done" ? ANSWER_NOT_KEPT : (JSON.parse(answer.text) as Answer);
}
