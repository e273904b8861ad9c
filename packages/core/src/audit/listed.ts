/** The maximum number of items of a list in an audit entry, so that no entry grows with its request. */
export const LISTED_MAX = 100;

/** A list in an audit entry: its length and its first items. */
interface Listed {
  readonly count: number;
  readonly first: readonly string[];
}

/** Returns the lists under their names, without empty ones. */
export function listedIn(lists: Readonly<Record<string, readonly string[]>>): Readonly<Record<string, Listed>> {
  const given = Object.entries(lists).filter(([, items]) => items.length > 0);
  return Object.fromEntries(
    given.map(([name, items]) => [name, { count: items.length, first: items.slice(0, LISTED_MAX) }]),
  );
}
