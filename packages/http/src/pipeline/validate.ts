import type { JsonBody, OperationDetails } from "@retrieval/api";
import { isRefusal, type Refusal, refuse } from "@retrieval/core/errors";
import type { Problem } from "@retrieval/core/problems";
import { Ajv, type ErrorObject } from "ajv";
import Type, { type TObject, type TSchema } from "typebox";
import { shown } from "./query-string.js";

// Only the first problem is looked for: a body that is wrong ten thousand times over costs one. Each keeps what it has
// compiled, by the schema's identity.
const bodies = new Ajv({ strict: true });
// Texts of a query string become the numbers and booleans that the schema asks for.
const queries = new Ajv({ strict: true, coerceTypes: true, useDefaults: true });

/** What an operation takes in its query; "ignored" for what probes poll, which add parameters against caches. */
export type QueryRule = TObject | "ignored";

/**
 * An operation's schema with every other parameter refused, so that a mistyped one is not taken for one left out. Where
 * core judges a parameter, any text passes.
 */
export function queryRule({ query = Type.Object({}), judgedByCore = [] }: OperationDetails): QueryRule {
  if (query === "ignored") return query;
  const passed = Object.fromEntries(judgedByCore.map((name) => [name, Type.String()]));
  return { ...query, properties: { ...query.properties, ...passed }, additionalProperties: false } as TObject;
}

/** What of a body's schema validates; core judges the rest. */
export function validatingSchema({ schema, judgedByCore }: JsonBody): TSchema {
  if (judgedByCore === undefined) return schema;
  if (judgedByCore === "all") return Type.Unknown();
  const names = Object.keys((schema as TObject).properties).map((name) => [name, Type.Optional(Type.Unknown())]);
  return Type.Object(Object.fromEntries(names), { additionalProperties: false });
}

/** The problem with a value, or null. */
export type Judge = (value: unknown) => Problem | null;

/** Compiles a schema. @throws Error if the schema cannot be compiled */
export function bodyJudge(schema: TSchema): Judge {
  const validate = bodies.compile(schema);
  return (value) => (validate(value) ? null : problemOf(validate.errors?.[0], "the body"));
}

/** What else JavaScript takes for a number, `1e400` or `0x10`, is nobody's; and an infinite one passes Ajv's bounds. */
const WHOLE_NUMBER = /^-?[0-9]{1,15}$/;

/** Compiles a query's schema. @throws Error if the schema cannot be compiled */
export function queryReader(rule: QueryRule): (req: { readonly query: unknown }) => object | Refusal {
  if (rule === "ignored") return () => ({});
  const validate = queries.compile(rule);
  const known = Object.keys(rule.properties);
  const wholes = known.filter((name) => (rule.properties[name] as { type?: unknown }).type === "integer");
  return (req) => {
    // By the app's query parser: a fresh object, or why there is none.
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

/** What Ajv says beside its message, by keyword of JSON Schema. */
interface Params {
  readonly missingProperty?: string;
  readonly additionalProperty?: string;
  readonly allowedValues?: readonly unknown[];
  readonly type?: string;
  readonly limit?: number;
}

/** Ajv's error as a problem. @param whole how a problem names the value that has no path */
function problemOf(error: ErrorObject | undefined, whole: string): Problem {
  const path = (error?.instancePath ?? "").slice(1).replaceAll("/", ".");
  const field = path || whole;
  const { missingProperty, additionalProperty, allowedValues, type = "", limit = 0 } = (error?.params ?? {}) as Params;
  switch (error?.keyword) {
    case "required":
      return { code: "field.required", field: `${path === "" ? "" : `${path}.`}${missingProperty}` };
    case "additionalProperties":
      return { code: "field.unknown_field", field, name: shown(additionalProperty ?? "") };
    case "enum":
      return { code: "field.not_one_of", field, values: (allowedValues ?? []).map(String) };
    case "type":
      return { code: OTHER_TYPE[type as keyof typeof OTHER_TYPE] ?? "field.not_valid", field };
    case "minimum":
      return { code: "field.too_small", field, min: limit };
    case "maximum":
      return { code: "field.too_large", field, max: limit };
    case "minLength":
      return limit === 1 ? { code: "field.empty", field } : { code: "field.not_valid", field };
    case "maxLength":
      return { code: "field.too_long", field, max: limit };
    case "minItems":
      return { code: "field.too_few_entries", field, min: limit };
    case "maxItems":
      return { code: "field.too_many_entries", field, max: limit };
    default:
      return { code: "field.not_valid", field };
  }
}

/** The problem with a value of another type than the schema's. */
const OTHER_TYPE = {
  string: "field.not_text",
  integer: "field.not_whole_number",
  boolean: "field.not_boolean",
  object: "field.not_object",
  array: "field.not_array",
} as const;
