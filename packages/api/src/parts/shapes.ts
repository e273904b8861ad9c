import Type, { type Static, type TObject, type TProperties, type TSchema } from "typebox";

type Frozen<T> = T extends readonly unknown[]
  ? { readonly [K in keyof T]: Frozen<T[K]> }
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;

/** The type of the values that a schema describes. */
export type Shape<S extends TSchema> = Frozen<Static<S>>;

/** @param $id the schema's name in the API's document */
export function closed<P extends TProperties>(properties: P, options: { $id?: string; description?: string } = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options }) as TObject<P>;
}

export function nullable<S extends TSchema>(schema: S, options: { description?: string } = {}) {
  return Type.Union([schema, Type.Null()], options);
}

export interface HasDefault {
  readonly default: unknown;
}

/** An optional parameter with its default. */
export function defaulted<S extends TSchema>(schema: S, value: Static<S>) {
  return Object.assign(schema, { default: value }) as S & HasDefault;
}

/**
 * The answer of a list: its rows, and the cursor of the next page. A list that takes no cursor answers whole.
 * @param $id its name in the API's document
 */
export function pageOfList<S extends TSchema, P extends TProperties = Record<never, never>>(
  $id: string,
  row: S,
  more = {} as P,
) {
  return closed(
    {
      items: Type.Array(row, { description: "The rows of this page." }),
      ...more,
      next_cursor: nullable(Type.String(), { description: "`cursor` of the next page; null at the end." }),
    },
    { $id },
  );
}
