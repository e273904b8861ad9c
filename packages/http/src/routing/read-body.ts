import type { Endpoint, JsonBody, OperationId, RawBody } from "@retrieval/api";
import { isRefusal, type Refusal, refuse } from "@retrieval/core/errors";
import { otherFormatOf, PDF, repeatedName, STRUCTURED_CHUNKS } from "@retrieval/core/limits";
import type { Problem } from "@retrieval/core/problems";
import { Ajv } from "ajv";
import type { Request, Response } from "express";
import type { TArray, TObject, TSchema } from "typebox";
import { sendContinue } from "../answers/expect-continue.js";
import type { AppDeps } from "../deps.js";
import { CORE_READERS } from "./core-readers.js";
import { contentDecoder, readBytes } from "./read-bytes.js";
import { COMPILING, problemOf } from "./schema-problem.js";

export interface ReadBody {
  readonly body: unknown;
  readonly mediaType: string;
}

const NO_BODY: ReadBody = { body: undefined, mediaType: "" };
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The media types in which an operation takes its body. */
export function bodyTypes(
  body: JsonBody | RawBody,
  { documentTypes }: Pick<AppDeps, "documentTypes">,
): readonly string[] {
  if (body.kind === "json") return ["application/json"];
  return body.types === "documents" ? [...documentTypes, STRUCTURED_CHUNKS] : body.types;
}

/** Reads and validates bodies of an operation. Reads nothing before the returned function is called. */
export function bodyReader(
  { operationId, body: rule }: Pick<Endpoint, "operationId" | "body">,
  deps: Pick<AppDeps, "documentTypes">,
): (req: Request, res: Response) => Promise<ReadBody | Refusal> {
  if (rule === undefined) return async () => NO_BODY;
  const types = bodyTypes(rule, deps);
  const problemIn = rule.kind === "json" ? bodyJudge(rule) : null;
  const isOptional = rule.kind === "json" && rule.optional === true;
  const faultsHandled = rule.kind === "json" && rule.faults === "handled";
  return async (req, res) => {
    if (isOptional && !hasBody(req)) return { body: {}, mediaType: "" };
    const mediaType = mediaTypeOf(req);
    const bytes = await wantedBytes(req, res, mediaType, types, rule);
    if (isRefusal(bytes)) return bytes;
    if (problemIn === null) return { body: bytes, mediaType };
    const body = parseJson(bytes);
    if (isRefusal(body)) return body;
    const problem = problemIn(body.value);
    if (problem === null) return { body: body.value, mediaType };
    const read = CORE_READERS[operationId as OperationId]?.(body.value, req.params);
    const refusal = isRefusal(read) ? read : refuse("INVALID_REQUEST", problem);
    return faultsHandled ? { body: refusal, mediaType } : refusal;
  };
}

/** Refuses by the headers before it asks the client to go on and reads anything. */
async function wantedBytes(
  req: Request,
  res: Response,
  mediaType: string,
  types: readonly string[],
  { limit, otherType }: Pick<JsonBody, "limit" | "otherType">,
): Promise<Buffer | Refusal> {
  if (hasBody(req) && !types.includes(mediaType)) {
    const format = types.includes(PDF) ? otherFormatOf(mediaType) : null;
    const problem: Problem = format ? { code: "file.other_format", format } : { code: "body.other_type", types };
    return refuse(otherType ?? "UNSUPPORTED_MEDIA_TYPE", problem);
  }
  const decoder = contentDecoder(req);
  if (isRefusal(decoder)) return decoder;
  if (Number(req.headers["content-length"] ?? 0) > limit) return tooLarge(limit);
  sendContinue(req, res);
  return (await readBytes(req, decoder, limit)) ?? tooLarge(limit);
}

/**
 * JSON text is UTF-8 (RFC 8259 §8.1); other bytes are refused rather than replaced, so that no name is changed. So is an
 * object with a name twice.
 */
export function parseJson(bytes: Uint8Array): { readonly value: unknown } | Refusal {
  if (bytes.length === 0) return refuse("INVALID_REQUEST", { code: "body.empty" });
  try {
    const text = utf8.decode(bytes);
    const value: unknown = JSON.parse(text);
    const name = repeatedName(text);
    return name === null ? { value } : refuse("INVALID_REQUEST", { code: "body.repeated_name", name });
  } catch {
    return refuse("INVALID_REQUEST", { code: "body.not_json" });
  }
}

// Ajv stops at the first problem, so a body that is wrong in ten thousand places costs one.
const bodies = new Ajv(COMPILING);

/**
 * Finds the problem of a JSON body, or null. Entries that core judges pass.
 * @throws Error if the schema cannot be compiled
 */
export function bodyJudge(rule: Pick<JsonBody, "schema" | "entries">): (value: unknown) => Problem | null {
  const validate = bodies.compile(validatingSchema(rule));
  return (value) => (validate(value) ? null : problemOf(validate.errors?.[0], value));
}

function validatingSchema({ schema, entries }: Pick<JsonBody, "schema" | "entries">): TSchema {
  if (entries === undefined) return schema;
  // Not under the schema's name: each application makes its own.
  const { $id: _id, properties, ...others } = schema as TObject & { $id?: string };
  const { items: _, ...list } = properties[entries] as TArray;
  return { ...others, properties: { ...properties, [entries]: list } } as TSchema;
}

/** RFC 9110 §6.4: a body is announced by one of these. */
function hasBody({ headers }: Request): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function mediaTypeOf({ headers }: Request): string {
  return (headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

function tooLarge(limit: number): Refusal {
  return refuse("PAYLOAD_TOO_LARGE", { code: "body.too_large", bytes: limit });
}
