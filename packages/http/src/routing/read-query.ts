import type { OperationDetails } from "@retrieval/api";
import { isRefusal, type Refusal, refuse } from "@retrieval/core/errors";
import { Ajv, type ValidateFunction } from "ajv";
import Type, { type TObject } from "typebox";
import { COMPILING, problemOf, shown } from "./schema-problem.js";

/**
 * The app's query parser. Express's own parsers replace bytes that are not UTF-8 by U+FFFD, and guess which one is meant
 * where a parameter occurs twice; this one refuses both.
 */
export function parseQuery(text: string | null | undefined): Readonly<Record<string, string>> | Refusal {
  // Without a prototype, so that no parameter is there unless it was sent.
  const values: Record<string, string> = Object.create(null);
  if (!text) return values;
  for (const pair of text.split("&")) {
    if (pair === "") continue;
    const [name, value] = decodePair(pair);
    if (name === null || value === null) return UNDECODABLE;
    if (name in values) return refuse("INVALID_REQUEST", { code: "query.repeated_parameter", name: shown(name) });
    values[name] = value;
  }
  return values;
}

const UNDECODABLE = refuse("INVALID_REQUEST", { code: "query.undecodable" });

function decodePair(pair: string): [name: string | null, value: string | null] {
  const at = pair.indexOf("=");
  return at < 0 ? [decode(pair), ""] : [decode(pair.slice(0, at)), decode(pair.slice(at + 1))];
}

/** RFC 3986 §2.1, and `+` for a space as forms write it. */
function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}

// Texts become the numbers and booleans that the schema asks for. Ajv stops at the first problem.
const queries = new Ajv({ ...COMPILING, coerceTypes: true, useDefaults: true });

/** JavaScript also takes `1e400` and `0x10` for numbers, and Ajv's bounds let an infinite one pass. */
const WHOLE_NUMBER = /^-?[0-9]{1,15}$/;

/**
 * Validates what {@link parseQuery} found by the schema of an operation. Refuses unknown parameters, so that a mistyped
 * one does not pass as left out. Where core judges a parameter, any text passes.
 *
 * @throws Error if the schema cannot be compiled
 */
export function queryReader({
  query: schema = Type.Object({}),
  judgedByCore = [],
}: Pick<OperationDetails, "query" | "judgedByCore">): (req: { readonly query: unknown }) => object | Refusal {
  // Probes add parameters against caches.
  if (schema === "ignored") return () => ({});
  const passed = Object.fromEntries(judgedByCore.map((name) => [name, Type.String()]));
  const properties: TObject["properties"] = { ...schema.properties, ...passed };
  const known = Object.keys(properties);
  // Most operations have no query, and each compiled schema costs a start milliseconds.
  const validate =
    known.length === 0 ? isEmpty : queries.compile({ ...schema, properties, additionalProperties: false });
  const wholes = known.filter((name) => (properties[name] as { type?: unknown }).type === "integer");
  return (req) => {
    // A fresh object, or the refusal of `parseQuery`.
    const query = req.query as Record<string, unknown> | Refusal;
    if (isRefusal(query)) return query;
    const notWhole = wholes.find((name) => name in query && !WHOLE_NUMBER.test(String(query[name])));
    if (notWhole === undefined && validate(query)) return query;
    // First, because a missing required parameter may be just the mistyped one.
    const unknown = Object.keys(query).find((name) => !known.includes(name));
    if (unknown !== undefined)
      return refuse("INVALID_REQUEST", { code: "query.unknown_parameter", name: shown(unknown), known });
    if (notWhole !== undefined) return refuse("INVALID_REQUEST", { code: "field.not_whole_number", field: notWhole });
    return refuse("INVALID_REQUEST", problemOf(validate.errors?.[0], query));
  };
}

const isEmpty: Pick<ValidateFunction, "errors"> & ((query: object) => boolean) = (query) =>
  Object.keys(query).length === 0;
