import { type RankedSection, REFINED } from "./ranking.js";
import type { PlacedSections } from "./search-found.js";
import { sectionMark } from "./section-mark.js";

type Keyed = { readonly key: Omit<RankedSection, "unit"> };

/**
 * What a page may show that follows sections placed by models: first those that the page before named as next, then the
 * others of the pool, and then the best by words that are in neither and were not shown.
 *
 * @param pool sections in their order; `next` is looked up in it
 * @param byWords the best sections of the first phase, more than can be left out of a page
 * @param options.all the whole pool is placed; otherwise only what is named as next
 */
export function orderPlaced<Entry extends Keyed>(
  pool: readonly Entry[],
  { shown, next }: Pick<PlacedSections, "shown" | "next">,
  byWords: readonly RankedSection[],
  { all, limit }: { readonly all: boolean; readonly limit: number },
): {
  readonly following: readonly Entry[];
  readonly others: readonly Entry[];
  readonly rest: readonly RankedSection[];
} {
  const byMark = new Map(pool.map((entry) => [sectionMark(entry.key), entry]));
  const leftOut = new Set(shown);
  const take = (marks: Iterable<string>) => {
    const taken: Entry[] = [];
    for (const mark of marks) {
      const entry = byMark.get(mark);
      if (entry === undefined || leftOut.has(mark)) continue;
      leftOut.add(mark);
      taken.push(entry);
    }
    return taken;
  };
  const following = take(next);
  const others = all ? take(byMark.keys()) : [];
  const rest: RankedSection[] = [];
  for (const section of byWords) {
    // One more shows whether there are more.
    if (rest.length === REFINED + limit + 1) break;
    if (!leftOut.has(sectionMark(section))) rest.push(section);
  }
  return { following, others, rest };
}
