/** How many items of a list an audit entry holds, so that no entry grows with what was sent. */
const LISTED_MAX = 100;

/** A list as an audit entry holds it: how long it is, and its first items. */
export interface Listed {
  readonly count: number;
  readonly first: readonly string[];
}

/** The lists under their names; an empty one is left out. */
export function listedIn(lists: Readonly<Record<string, readonly string[]>>): Readonly<Record<string, Listed>> {
  const given = Object.entries(lists).filter(([, items]) => items.length > 0);
  return Object.fromEntries(
    given.map(([name, items]) => [name, { count: items.length, first: items.slice(0, LISTED_MAX) }]),
  );
}
