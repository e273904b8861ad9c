import type { OperationDetails } from "@retrieval/api";
import { isRefusal, type Refusal, refuse } from "@retrieval/core";
import { Ajv } from "ajv";
import Type, { type TObject } from "typebox";
import { problemOf, shown } from "./schema-problem.js";

/**
 * Express's query parser. Unlike the ones that come with Express it replaces nothing: bytes that are not UTF-8 would
 * come out as U+FFFD, and of a parameter that stands twice somebody would have to guess which one is meant.
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

// Texts become the numbers and booleans that the schema asks for. Only the first problem is looked for.
const queries = new Ajv({ strict: true, coerceTypes: true, useDefaults: true });

/** JavaScript also takes `1e400` and `0x10` for numbers, and Ajv's bounds let an infinite one pass. */
const WHOLE_NUMBER = /^-?[0-9]{1,15}$/;

/**
 * Reads what {@link parseQuery} found, by the schema of an operation. Every other parameter is refused, so that a mistyped
 * one is not taken for one left out. Where core judges a parameter, any text passes.
 *
 * @throws Error if the schema cannot be compiled
 */
export function queryReader({
  query: schema = Type.Object({}),
  judgedByCore = [],
}: Pick<OperationDetails, "query" | "judgedByCore">): (req: { readonly query: unknown }) => object | Refusal {
  // What probes poll, which add parameters against caches.
  if (schema === "ignored") return () => ({});
  const passed = Object.fromEntries(judgedByCore.map((name) => [name, Type.String()]));
  const properties: TObject["properties"] = { ...schema.properties, ...passed };
  const validate = queries.compile({ ...schema, properties, additionalProperties: false });
  const known = Object.keys(properties);
  const wholes = known.filter((name) => (properties[name] as { type?: unknown }).type === "integer");
  return (req) => {
    // A fresh object, or why there is none.
    const query = req.query as Record<string, unknown> | Refusal;
    if (isRefusal(query)) return query;
    const notWhole = wholes.find((name) => name in query && !WHOLE_NUMBER.test(String(query[name])));
    if (notWhole === undefined && validate(query)) return query;
    // Said before anything else: a required parameter that is missing may be just the mistyped one.
    const unknown = Object.keys(query).find((name) => !known.includes(name));
    if (unknown !== undefined)
      return refuse("INVALID_REQUEST", { code: "query.unknown_parameter", name: shown(unknown), known });
    if (notWhole !== undefined) return refuse("INVALID_REQUEST", { code: "field.not_whole_number", field: notWhole });
    return refuse("INVALID_REQUEST", problemOf(validate.errors?.[0], "the query"));
  };
}
