import type { Corpus } from "../index/corpus.js";
import { titleCount } from "../index/counts.js";
import type { HeldDocument } from "../index/held-document.js";
import { postingsOf } from "../index/visible-postings.js";

/** By a section's first unit and its document's number. */
export type Tiers = (first: number, document: number) => number;

/**
 * 2 for the named article of a named document, 1 for a named document if nothing else is asked, 0 for all others.
 *
 * @returns null if no document is named: all are 0
 */
export function tiersOf(
  corpus: Corpus,
  documents: readonly HeldDocument[],
  references: readonly string[],
  asksMore: boolean,
): Tiers | null {
  if (documents.length === 0) return null;
  const named = new Set(documents.map(({ number }) => number));
  const articles = new Set<number>();
  for (const reference of references) {
    postingsOf(corpus, reference).forEachRun((run, counts, from, to) => {
      for (let i = from; i < to; i += 1) {
        // The title of a section has the reference to the section itself, and no other.
        if (titleCount(counts[i] as number) > 0) articles.add((run[i] as number) >>> 1);
      }
    });
  }
  const documentTier = asksMore ? 0 : 1;
  return (first, document) => (!named.has(document) ? 0 : articles.has(first) ? 2 : documentTier);
}
