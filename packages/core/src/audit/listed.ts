/** The maximum number of items of a list in an audit entry, so that no entry grows with its request. */
export const LISTED_MAX = 100;

/** A list in an audit entry: its length and its first items. */
export interface Listed {
  readonly count: number;
  readonly first: readonly string[];
}

/** Returns the lists under their names, without empty ones. */
export function listedIn<Name extends string>(
  lists: Readonly<Record<Name, readonly string[]>>,
): { readonly [One in Name]?: Listed } {
  const given = Object.entries<readonly string[]>(lists).filter(([, items]) => items.length > 0);
  const listed = given.map(([name, items]) => [name, { count: items.length, first: items.slice(0, LISTED_MAX) }]);
  return Object.fromEntries(listed) as { readonly [One in Name]?: Listed };
}
