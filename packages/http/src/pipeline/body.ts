import { isRefusal, type Refusal, refuse } from "@retrieval/core";
import express, { type Request, type Response } from "express";
import type { AppDeps } from "../deps.js";
import type { BodyRule } from "./route.js";
import { problemWith } from "./validate.js";

export interface ReadBody {
  readonly body: unknown;
  readonly mediaType: string;
}

const NO_BODY = Buffer.alloc(0);
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Reads and judges the body by the route's rule. Nothing is read before this is called. */
export async function readBody(
  rule: BodyRule,
  req: Request,
  res: Response,
  deps: AppDeps,
): Promise<ReadBody | Refusal> {
  const mediaType = mediaTypeOf(req);
  const types = rule.kind === "json" ? ["application/json"] : rule.types(deps);
  if (hasBody(req) && !types.includes(mediaType)) {
    return refuse("UNSUPPORTED_MEDIA_TYPE", `The body's Content-Type must be ${types.join(" or ")}.`);
  }
  const bytes = await rawBody(req, res, rule.limit);
  if (rule.kind === "raw") return { body: bytes, mediaType };
  const body = parseJson(bytes);
  if (isRefusal(body)) return body;
  const problem = problemWith(rule.schema, body.value);
  return problem === null ? { body: body.value, mediaType } : refuse(rule.code ?? "INVALID_REQUEST", problem);
}

/** JSON text is UTF-8 (RFC 8259 §8.1); other bytes are refused rather than replaced, so that no name is changed. */
export function parseJson(bytes: Uint8Array): { readonly value: unknown } | Refusal {
  try {
    return { value: JSON.parse(utf8.decode(bytes)) };
  } catch {
    return refuse("INVALID_REQUEST", "The body is not JSON in UTF-8.");
  }
}

/** RFC 9110 §6.4: a body is announced by one of these. */
function hasBody({ headers }: Request): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function mediaTypeOf({ headers }: Request): string {
  return (headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

function rawBody(req: Request, res: Response, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    express.raw({ limit, type: () => true })(req, res, (error?: unknown) => {
      if (error) reject(error);
      else resolve(Buffer.isBuffer(req.body) ? req.body : NO_BODY);
    });
  });
}
