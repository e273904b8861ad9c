import type { JsonBody, OperationDetails } from "@retrieval/api";
import { isRefusal, type Refusal, refuse } from "@retrieval/core";
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

/** One sentence saying what is wrong with a value, or null. */
export type Judge = (value: unknown) => string | null;

/** Compiles a schema. @throws Error if the schema cannot be compiled */
export function bodyJudge(schema: TSchema): Judge {
  const validate = bodies.compile(schema);
  return (value) => (validate(value) ? null : problem(validate.errors?.[0], "the body"));
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
    if (unknown !== undefined) return refuse("INVALID_REQUEST", unknownParameter(unknown, known));
    if (notWhole !== undefined) return refuse("INVALID_REQUEST", `${notWhole} must be ${TYPES.integer}.`);
    return refuse("INVALID_REQUEST", problem(validate.errors?.[0], "the query"));
  };
}

function unknownParameter(name: string, known: readonly string[]): string {
  const others = known.length > 0 ? `known are ${known.join(", ")}` : "this address takes none";
  return `the query has an unknown parameter ${shown(name)}; ${others}.`;
}

function problem(error: ErrorObject | undefined, whole: string): string {
  if (!error) return `${whole} is not valid.`;
  const path = error.instancePath.slice(1).replaceAll("/", ".");
  const params = error.params as Params;
  if (params.missingProperty !== undefined)
    return `${path === "" ? "" : `${path}.`}${params.missingProperty} is required.`;
  return `${path || whole} ${fault(error, params)}.`;
}

/** What Ajv says beside its message, by keyword of JSON Schema. */
interface Params {
  readonly missingProperty?: string;
  readonly additionalProperty?: string;
  readonly allowedValues?: readonly unknown[];
  readonly type?: string | readonly string[];
  readonly limit?: number;
}

/** In the words of the rest of the service; a keyword that is not here says it in Ajv's. */
function fault({ keyword, message }: ErrorObject, params: Params): string {
  const { additionalProperty, allowedValues, type, limit } = params;
  if (additionalProperty !== undefined) return `has an unknown field ${shown(additionalProperty)}`;
  if (allowedValues !== undefined) return `must be one of ${allowedValues.join(", ")}`;
  if (type !== undefined) return `must be ${[type].flat().map(typeName).join(" or ")}`;
  if (keyword === "minimum") return `must be at least ${limit}`;
  if (keyword === "maximum") return `must be at most ${limit}`;
  if (keyword === "minLength" && limit === 1) return "must not be empty";
  if (keyword === "maxLength") return `must have at most ${limit} characters`;
  if (keyword === "maxItems") return `must have at most ${limit} entries`;
  return message ?? "is not valid";
}

const TYPES = {
  string: "text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  object: "an object",
  array: "an array",
  null: "null",
} as const;

function typeName(type: string): string {
  return TYPES[type as keyof typeof TYPES] ?? type;
}
