import type { HeldDocument } from "../index/held-document.js";
import { TopList } from "../index/top-list.js";
import { pointsBy } from "./points.js";
import type { PreparedSearch } from "./prepared-search.js";
import { compareSections, type RankedSection } from "./ranking.js";
import type { Scored } from "./scores.js";

/** The best sections, best first, and what was counted beside them. */
interface BestByWords {
  readonly sections: readonly RankedSection[];
  /** Sections that match and that the filters keep. */
  readonly total: number;
  /** The same, by the numbers of their documents. All searches share the array: it MUST be read before the next one. */
  readonly perDocument: Uint32Array;
  /** Of all sections, whatever the filters keep. */
  readonly bestScore: number;
}

/** The first phase: ranks sections by the points of their units. Each section is ranked by its best part. */
export class WordRanking {
  constructor(
    readonly search: PreparedSearch,
    private readonly scored: Scored,
    /** 1 for the units that may be found; null: all. */
    readonly accepted: Uint8Array | null,
  ) {}

  best(count: number): BestByWords {
    const top = new TopList<RankedSection>(count, compareSections);
    const { accepted } = this;
    const { points, perDocument } = this.scored;
    const { filters, tiers } = this.search;
    const { units } = this.search.corpus;
    const { document, part, around } = units;
    let total = 0;
    let bestScore = 0;
    for (let unit = 0; unit < units.end; ) {
      if (points[unit] === 0) {
        unit += 1;
        continue;
      }
      const first = unit - (part[unit] as number);
      const number = document[unit] as number;
      // The first best part, of all parts and of those that the filters keep.
      let best = -1;
      do {
        const score = points[unit] as number;
        if (score > 0 && (accepted === null || accepted[unit] === 1)) {
          bestScore = Math.max(bestScore, pointsBy(around[unit] as number, score));
          if ((best < 0 || score > (points[best] as number)) && filters.keeps(unit, number)) best = unit;
        }
        unit += 1;
      } while (unit < units.end && part[unit] === unit - first && part[unit] !== 0);
      if (best < 0) continue;
      total += 1;
      perDocument[number] = (perDocument[number] as number) + 1;
      const score = pointsBy(around[best] as number, points[best] as number);
      if (isInReach(top, tiers?.(first, number) ?? 0, score)) top.add(this.ranked(best, first, score));
    }
    return { sections: top.items, total, perDocument, bestScore };
  }

  /** The section that begins with a unit; null: no word of the question finds it. */
  sectionOf(first: number): RankedSection | null {
    const { accepted } = this;
    const { points } = this.scored;
    const { corpus, filters } = this.search;
    const { part, document, around } = corpus.units;
    const number = document[first] as number;
    const { first_unit, units } = corpus.numbered[number] as HeldDocument;
    let best: number | null = null;
    for (let unit = first; unit < first_unit + units && part[unit] === unit - first; unit += 1) {
      const score = points[unit] as number;
      if (score === 0 || (accepted !== null && accepted[unit] !== 1)) continue;
      if (best !== null && score <= (points[best] as number)) continue;
      if (filters.keeps(unit, number)) best = unit;
    }
    if (best === null) return null;
    return this.ranked(best, first, pointsBy(around[best] as number, points[best] as number));
  }

  /** @param unit the part that stands for the section */
  ranked(unit: number, first: number, score: number): RankedSection {
    const { corpus, tiers } = this.search;
    const { units, numbered } = corpus;
    const number = units.document[unit] as number;
    const { document_id } = numbered[number] as HeldDocument;
    return { unit, tier: tiers?.(first, number) ?? 0, score, document_id, place: units.place[first] as number };
  }
}

/** false: a section of this tier and score is too far behind to be kept. Most are. */
function isInReach({ items, isFull }: TopList<RankedSection>, tier: number, score: number): boolean {
  if (!isFull) return true;
  const last = items[items.length - 1] as RankedSection;
  return tier === last.tier ? score >= last.score : tier > last.tier;
}
