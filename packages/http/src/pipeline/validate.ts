import { isRefusal, type Refusal, refuse } from "@retrieval/core";
import { Ajv, type ErrorObject } from "ajv";
import Type, { type TObject, type TSchema } from "typebox";
import { shown } from "./query-string.js";

// Only the first problem is looked for: a body that is wrong ten thousand times over costs one. Each keeps what it has
// compiled, by the schema's identity.
const bodies = new Ajv({ strict: true });
// Texts of a query string become the numbers and booleans that the schema asks for.
const queries = new Ajv({ strict: true, coerceTypes: true, useDefaults: true });

/** What a route takes in its query; "ignored" for what probes poll, which add parameters against caches. */
export type QueryRule = TObject | "ignored";

/** A route's schema with every other parameter refused, so that a mistyped one is not taken for one left out. */
export function closedQuery(rule: QueryRule | undefined): QueryRule {
  return rule === "ignored" ? rule : Type.Object(rule?.properties ?? {}, { additionalProperties: false });
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
    if (notWhole !== undefined) return refuse("INVALID_REQUEST", `${notWhole} must be integer.`);
    return refuse("INVALID_REQUEST", problem(validate.errors?.[0], "the query"));
  };
}

function unknownParameter(name: string, known: readonly string[]): string {
  const others = known.length > 0 ? `known are ${known.join(", ")}` : "this address takes none";
  return `the query has an unknown parameter ${shown(name)}; ${others}.`;
}

function problem(error: ErrorObject | undefined, whole: string): string {
  if (!error) return `${whole} is not valid.`;
  const place = error.instancePath.slice(1).replaceAll("/", ".") || whole;
  const params = error.params as { additionalProperty?: string; allowedValues?: readonly unknown[] };
  if (params.additionalProperty !== undefined)
    return `${place} has an unknown field ${shown(params.additionalProperty)}.`;
  if (params.allowedValues !== undefined) return `${place} must be one of ${params.allowedValues.join(", ")}.`;
  return `${place} ${error.message}.`;
}
