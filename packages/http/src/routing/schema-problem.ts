import { problemWithKey, problemWithTitle } from "@retrieval/core/limits";
import type { Problem } from "@retrieval/core/problems";
import type { ErrorObject, Options } from "ajv";

/**
 * How schemas of operations are compiled. A test holds them to the schema of schemas, and a second pass over the code that
 * Ajv makes is not worth its time: together they would take half of the compilation, at each start.
 */
export const COMPILING = {
  strict: true,
  meta: false,
  validateSchema: false,
  code: { optimize: false },
} as const satisfies Options;

/** How much of a client's own name for a field or parameter an answer repeats. */
const NAME_SHOWN = 64;

export function shown(name: string): string {
  return name.slice(0, NAME_SHOWN);
}

/** The parameters of an Ajv error, by keyword of JSON Schema. */
interface Params {
  readonly missingProperty?: string;
  readonly additionalProperty?: string;
  readonly allowedValues?: readonly unknown[];
  readonly type?: string;
  readonly limit?: number;
}

/** The first error that Ajv found in a body or a query, `whole`, as a problem. */
export function problemOf(error: ErrorObject | undefined, whole: unknown): Problem {
  const path = (error?.instancePath ?? "").slice(1);
  const field = path.replaceAll("/", ".");
  const { missingProperty, additionalProperty, allowedValues, type = "", limit = 0 } = (error?.params ?? {}) as Params;
  if (error?.keyword === "required")
    return { code: "field.required", field: `${field === "" ? "" : `${field}.`}${missingProperty}` };
  if (field === "") return problemOfWhole(error?.keyword, additionalProperty);
  switch (error?.keyword) {
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
    case "pattern":
      return problemOfText(field, path.split("/").reduce(partOf, whole));
    default:
      return { code: "field.not_valid", field };
  }
}

const partOf = (value: unknown, name: string) => (value as Readonly<Record<string, unknown>>)[name];

/** The problem of a text that its schema's pattern does not match. The schema has its length. */
const problemOfText = (field: string, text: unknown): Problem =>
  problemWithTitle(field, text, Infinity) ??
  problemWithKey(field, text, Infinity) ?? { code: "field.not_valid", field };

/** The problem of a body as a whole. */
function problemOfWhole(keyword: string | undefined, additionalProperty = ""): Problem {
  if (keyword === "type") return { code: "body.not_object" };
  if (keyword === "additionalProperties") return { code: "body.unknown_field", name: shown(additionalProperty) };
  return { code: "body.not_valid" };
}

/** The problem of a value that does not have the schema's type. */
const OTHER_TYPE = {
  string: "field.not_text",
  integer: "field.not_whole_number",
  boolean: "field.not_boolean",
  object: "field.not_object",
  array: "field.not_array",
} as const;
