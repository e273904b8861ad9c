import Type, { type Static, type TObject, type TProperties, type TSchema } from "typebox";

type Frozen<T> = T extends readonly unknown[]
  ? { readonly [K in keyof T]: Frozen<T[K]> }
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;

/** The same fields, of the same types, and as many of them: a field that one side has alone is a difference too. */
type Same<A, B> = [Frozen<A>] extends [Frozen<B>]
  ? [Frozen<B>] extends [Frozen<A>]
    ? [keyof A] extends [keyof B]
      ? [keyof B] extends [keyof A]
        ? true
        : false
      : false
    : false
  : false;

/**
 * `describes<Job>()(schema)` does not compile unless the schema describes exactly the type, so that what is documented
 * cannot drift from what is answered.
 */
export function describes<T>() {
  return <S extends TSchema>(schema: Same<Static<S>, T> extends true ? S : never): S => schema;
}

/** @param $id the name under which the document holds the schema once */
export function closed<P extends TProperties>(properties: P, options: { $id?: string; description?: string } = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options }) as TObject<P>;
}

export function nullable<S extends TSchema>(schema: S, options: { description?: string } = {}) {
  return Type.Union([schema, Type.Null()], options);
}

/** A page of a list: its rows under their name, and how to go on. */
export function pageOfList<P extends TProperties>(rows: P) {
  return closed({
    ...rows,
    next_cursor: nullable(Type.String(), { description: "`cursor` of the next page; null at the end." }),
  });
}
