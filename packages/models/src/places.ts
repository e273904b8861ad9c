import { isObject } from "@retrieval/core/limits";

/**
 * Puts the entries of an answer into the order of what was asked: models answer in the order of their scores, or as
 * they finish. null unless each place from 0 to `count - 1` has exactly one entry that `read` can read.
 *
 * @param read null for an entry that it cannot read
 */
export function inOrder<T>(entries: unknown, count: number, read: (entry: Entry) => T | null): readonly T[] | null {
  if (!Array.isArray(entries) || entries.length !== count) return null;
  const places = new Map<number, T>();
  for (const entry of entries as readonly unknown[]) {
    const value = isObject(entry) ? read(entry) : null;
    if (value === null || !isObject(entry) || !Number.isInteger(entry.index)) return null;
    places.set(Number(entry.index), value);
  }
  const ordered = Array.from({ length: count }, (_, place) => places.get(place));
  return ordered.every((value) => value !== undefined) ? ordered : null;
}

export type Entry = Readonly<Record<string, unknown>>;
