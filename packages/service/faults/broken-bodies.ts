import type { Schema } from "./api-operations.js";
import type { DrawnValues } from "./drawn-values.js";
import type { Random } from "./random.js";

/** A place in a body, and the schema that it must match. */
interface Place {
  readonly steps: readonly (string | number)[];
  readonly schema: Schema;
  readonly required: boolean;
}

/** The ways in which one place of a JSON body can be wrong. */
export const BODY_FAULTS = ["a field missing", "a wrong type", "out of bounds", "an unknown field"] as const;
export type BodyFault = (typeof BODY_FAULTS)[number];

/** Well-formed JSON that breaks programs. Whether a value is wrong depends on its place. */
export const HOSTILE_VALUES: Readonly<Record<string, string>> = {
  "a lone surrogate": '"\\ud83d"',
  "a NUL": '"a\\u0000b"',
  "a huge number": "1e999",
  "a huge whole number": "9".repeat(400),
  "minus zero": "-0",
  "a field named __proto__": '{"__proto__":{"admin":true},"constructor":{"prototype":{"x":1}}}',
  "deep nesting": `${"[".repeat(4_000)}${"]".repeat(4_000)}`,
  "deep nesting of objects": `${'{"a":'.repeat(2_000)}1${"}".repeat(2_000)}`,
};

/** Breaks JSON bodies in one place. */
export class BrokenBodies {
  constructor(
    private readonly random: Random,
    private readonly values: DrawnValues,
  ) {}

  /** @returns null if no place of this body can be wrong in this way */
  broken(body: unknown, schema: Schema, fault: BodyFault): unknown {
    const places = this.#places(body, schema, [], true);
    const copy = structuredClone(body);
    if (fault === "a field missing") {
      const place = this.#any(places.filter(({ steps, required }) => required && typeof steps.at(-1) === "string"));
      if (place === null) return null;
      delete parentOf(copy, place)[place.steps.at(-1) as string];
      return copy;
    }
    if (fault === "an unknown field") {
      const closed = places.filter(({ schema }) => schema.type === "object" && schema.additionalProperties === false);
      const place = this.#any(closed);
      if (place === null) return null;
      const name = this.random.pick(["unknown", "role_", "isAdmin", "toString", "source_path", ""]);
      (valueAt(copy, place.steps) as Record<string, unknown>)[name] = 1;
      return copy;
    }
    const wrong = fault === "a wrong type" ? this.#wrongType : this.#outOfBounds;
    const able = places.filter(({ schema }) => wrong.call(this, schema) !== undefined);
    const place = this.#any(able);
    return place === null ? null : withValue(copy, place.steps, wrong.call(this, place.schema));
  }

  /** The body's text with one value replaced by a text that JavaScript may not be able to represent. */
  hostile(body: unknown, schema: Schema, text: string): string {
    const place = this.#any(this.#places(body, schema, [], true)) as Place;
    const marker = "6e0c3f58-here";
    return JSON.stringify(withValue(structuredClone(body), place.steps, marker)).replace(`"${marker}"`, () => text);
  }

  #any(places: readonly Place[]): Place | null {
    return places.length === 0 ? null : this.random.pick(places);
  }

  #places(value: unknown, given: Schema, steps: Place["steps"], required: boolean): Place[] {
    const schema = this.#fitting(this.values.resolved(given), value);
    const here: Place = { steps, schema, required: required && steps.length > 0 };
    if (Array.isArray(value)) {
      const items = schema.items || {};
      return [
        here,
        ...value.flatMap((item, i) => this.#places(item, schema.prefixItems?.[i] ?? items, [...steps, i], true)),
      ];
    }
    if (typeof value !== "object" || value === null) return [here];
    return [
      here,
      ...Object.entries(value).flatMap(([name, part]) =>
        this.#places(part, schema.properties?.[name] ?? {}, [...steps, name], schema.required?.includes(name) ?? false),
      ),
    ];
  }

  /** The one of several schemas that a value was drawn from. */
  #fitting(schema: Schema, value: unknown): Schema {
    if (!schema.anyOf || schema.type !== undefined) return schema;
    const isNull = (one: Schema) => this.values.resolved(one).type === "null";
    const found = schema.anyOf.find((one) => isNull(one) === (value === null)) ?? {};
    // The replacement must match none of them.
    const { type, ...rest } = this.values.resolved(found);
    return {
      ...rest,
      ...(type === undefined ? {} : { type }),
      ...(schema.anyOf.some(isNull) && { nullable: true }),
    } as Schema;
  }

  #wrongType(schema: Schema): unknown {
    const { type, enum: values, const: only } = schema;
    const kind = type ?? (values || only !== undefined ? typeof (values?.[0] ?? only) : undefined);
    const isNullable = "nullable" in schema || kind === "null";
    const others: Record<string, unknown[]> = {
      string: [12, true, [], {}],
      integer: ["text", true, [], {}, 1.5],
      number: ["text", true, [], {}],
      boolean: ["true", 1, [], {}],
      array: ["text", 1, {}],
      object: ["text", 1, []],
      null: [12.5, [[]]],
    };
    const wrong = others[kind ?? ""];
    return wrong === undefined ? undefined : this.random.pick(isNullable ? wrong : [...wrong, null]);
  }

  #outOfBounds(schema: Schema): unknown {
    const { enum: values, minimum, maximum, minLength, maxLength, minItems, maxItems, pattern } = schema;
    const wrong: unknown[] = [];
    if (values) wrong.push("none of them");
    if (minimum !== undefined) wrong.push(minimum - 1);
    if (maximum !== undefined) wrong.push(maximum + 1);
    if (minLength) wrong.push("");
    if (maxLength !== undefined && maxLength < 5_000) wrong.push("x".repeat(maxLength + 1), "𠮷".repeat(maxLength + 1));
    if (minItems) wrong.push([]);
    if (maxItems !== undefined && maxItems <= 500) wrong.push(Array.from({ length: maxItems + 1 }, (_, i) => `g${i}`));
    if (pattern !== undefined) {
      const expression = new RegExp(pattern, "u");
      wrong.push(...["\u0000", "\n", "\u0007bell"].filter((text) => !expression.test(text)));
    }
    return wrong.length === 0 ? undefined : this.random.pick(wrong);
  }
}

function valueAt(body: unknown, steps: Place["steps"]): unknown {
  return steps.reduce<unknown>((value, step) => (value as Record<string | number, unknown>)[step], body);
}

function parentOf(body: unknown, { steps }: Place): Record<string | number, unknown> {
  return valueAt(body, steps.slice(0, -1)) as Record<string | number, unknown>;
}

function withValue(body: unknown, steps: Place["steps"], value: unknown): unknown {
  if (steps.length === 0) return value;
  parentOf(body, { steps, schema: {}, required: false })[steps.at(-1) as string | number] = value;
  return body;
}
