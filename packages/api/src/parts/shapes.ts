import Type, { type Static, type TObject, type TProperties, type TSchema } from "typebox";

type Frozen<T> = T extends readonly unknown[]
  ? { readonly [K in keyof T]: Frozen<T[K]> }
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;

/** The type of the values that a schema describes. */
export type Shape<S extends TSchema> = Frozen<Static<S>>;

export function closed<P extends TProperties>(properties: P, options: { $id?: string; description?: string } = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options }) as TObject<P>;
}

/** A schema that the API's document has under a name. */
export function named<P extends TProperties>($id: string, description: string, properties: P) {
  return closed(properties, { $id, description });
}

/** The description of the schema holds for both, if no other is given. */
export function nullable<S extends TSchema>(schema: S, options: { description?: string } = {}) {
  const { $id, description } = schema as { $id?: string; description?: string };
  const own = $id === undefined && description !== undefined ? { description } : {};
  return Type.Union([schema, Type.Null()], { ...own, ...options });
}

export interface HasDefault {
  readonly default: unknown;
}

/** An optional parameter with its default. */
export function defaulted<S extends TSchema>(schema: S, value: Static<S>) {
  return Object.assign(schema, { default: value }) as S & HasDefault;
}

/** The answer of a list: its rows, and the cursor of the next page. A list that takes no cursor answers whole. */
export function pageOfList<S extends TSchema, P extends TProperties = Record<never, never>>(
  $id: string,
  row: S,
  more = {} as P,
) {
  return named($id, "A page of a list, or the whole list if the operation takes no cursor.", {
    items: Type.Array(row, { description: "The rows, in the order of the list." }),
    ...more,
    next_cursor: nullable(Type.String(), { description: "`cursor` of the next page; null at the end." }),
  });
}
