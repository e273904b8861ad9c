import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import type { TSchema } from "typebox";

// Only the first problem is looked for: a body that is wrong ten thousand times over costs one.
const bodies = new Ajv({ strict: true });
// Texts of a query string become the numbers and booleans that the schema asks for.
const queries = new Ajv({ strict: true, coerceTypes: true, useDefaults: true });

const validators = new WeakMap<TSchema, ValidateFunction>();

function validatorOf(ajv: Ajv, schema: TSchema): ValidateFunction {
  const known = validators.get(schema);
  if (known) return known;
  const made = ajv.compile(schema);
  validators.set(schema, made);
  return made;
}

/** One sentence saying what is wrong with a body, or null. */
export function problemWith(schema: TSchema, value: unknown): string | null {
  const validate = validatorOf(bodies, schema);
  return validate(value) ? null : sentence(validate.errors?.[0], "the body");
}

/** The query with its texts turned into the schema's types, or one sentence saying what is wrong. */
export function readQuery(schema: TSchema, given: object): object | string {
  const query = { ...given };
  const validate = validatorOf(queries, schema);
  return validate(query) ? query : sentence(validate.errors?.[0], "the query");
}

function sentence(error: ErrorObject | undefined, whole: string): string {
  if (!error) return `${whole} is not valid.`;
  const path = error.instancePath.slice(1).replaceAll("/", ".");
  const params = error.params as { additionalProperty?: string; allowedValues?: readonly unknown[] };
  const detail =
    params.additionalProperty === undefined
      ? params.allowedValues === undefined
        ? error.message
        : `must be one of ${params.allowedValues.join(", ")}`
      : `has an unknown field ${JSON.stringify(params.additionalProperty.slice(0, 64))}`;
  return `${path || whole} ${detail}.`;
}
