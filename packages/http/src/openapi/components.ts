export type Json = Readonly<Record<string, unknown>>;

/** What several operations share, held once and referred to by name. */
export class Components {
  readonly #held: Record<string, Record<string, unknown>> = {};

  /** A typebox schema as JSON Schema 2020-12, which OpenAPI 3.1 takes. A schema with an `$id` is held once, under it. */
  schema(schema: object): Json {
    const { $id, ...rest } = schema as { $id?: string };
    if ($id === undefined) return this.#converted(rest);
    return this.share("schemas", $id, () => this.#converted(rest));
  }

  share(kind: "schemas" | "responses" | "headers" | "parameters", name: string, make: () => Json): Json {
    this.#held[kind] ??= {};
    const held = this.#held[kind];
    if (!(name in held)) {
      // Before it is made, so that a schema which refers to itself ends.
      held[name] = null;
      held[name] = make();
    }
    return { $ref: `#/components/${kind}/${name}` };
  }

  /** By name, so that the document does not depend on who asked first. */
  all(): Json {
    return Object.fromEntries(
      Object.entries(this.#held).map(([kind, held]) => [
        kind,
        Object.fromEntries(Object.entries(held).sort(([a], [b]) => (a < b ? -1 : 1))),
      ]),
    );
  }

  #converted(schema: object): Json {
    const converted = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, this.#value(value)]));
    const { enum: values, items, additionalItems: _, ...rest } = converted;
    if (Array.isArray(values) && rest.type === undefined) return { type: "string", enum: values, ...rest };
    // Typebox writes a tuple as draft 7 does.
    if (Array.isArray(items)) return { ...rest, prefixItems: items, items: false, maxItems: items.length };
    return converted;
  }

  #value(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((entry) => this.#value(entry));
    return typeof value === "object" && value !== null ? this.schema(value) : value;
  }
}
