/** A value of a schema, made of the examples of its fields; a list has one row. */
export function exampleOf(schema: object): unknown {
  const { examples, enum: values, anyOf, items, properties = {}, type, minimum = 0, ...rest } = schema as Schema;
  if (examples) return examples[0];
  if ("const" in rest) return rest.const;
  if (values) return values[0];
  if (anyOf?.[0]) return withoutPlaceholder(exampleOf(anyOf[0]))[0] ?? null;
  switch (type) {
    case "object":
      return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, exampleOf(property)]));
    case "array":
      return withoutPlaceholder(...[items ?? []].flat().map(exampleOf));
    case "boolean":
      return true;
    case "string":
      return PLACEHOLDER;
    default:
      return minimum;
  }
}

/** Of a text whose schema has no example. */
const PLACEHOLDER = "…";

const withoutPlaceholder = (...values: readonly unknown[]) => values.filter((value) => value !== PLACEHOLDER);

interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly object[];
  readonly items?: object | readonly object[];
  readonly properties?: Readonly<Record<string, object>>;
  readonly minimum?: number;
}
