import type { KeptEntry } from "./entry.js";

interface VocabularyChange {
  /** New and changed entries. */
  readonly written: readonly KeptEntry[];
  /** The `said` of entries that are no longer there. */
  readonly removed: readonly string[];
  readonly counts: { readonly added: number; readonly changed: number; readonly removed: number };
}

/**
 * What replacing the vocabulary changes. An entry that came with the service keeps its mark while its words are the same;
 * turning it on or off does not change them. A new entry has the mark that it is given.
 *
 * @param given each `said` once
 */
export function planVocabulary(held: readonly KeptEntry[], given: readonly KeptEntry[]): VocabularyChange {
  const before = new Map(held.map((entry) => [entry.said, entry]));
  const written = given.flatMap((entry) => {
    const old = before.get(entry.said);
    if (old === undefined) return [entry];
    const sameWords = wordsOf(old) === wordsOf(entry);
    if (sameWords && old.on === entry.on) return [];
    return [{ ...entry, starter: sameWords && old.starter }];
  });
  const saids = new Set(given.map(({ said }) => said));
  const removed = held.map(({ said }) => said).filter((said) => !saids.has(said));
  const changed = written.filter(({ said }) => before.has(said)).length;
  return { written, removed, counts: { added: written.length - changed, changed, removed: removed.length } };
}

const wordsOf = ({ meant, both_ways, weight }: KeptEntry) => JSON.stringify([meant, both_ways, weight]);
