import type { HeldDocument } from "../index/held-document.js";
import type { Units } from "../index/units.js";
import { compareCodePoints } from "../text/characters.js";
import type { BestScore } from "./fit.js";
import { pointsBy } from "./points.js";
import type { PreparedSearch } from "./prepared-search.js";
import type { ScoredChunk } from "./scores.js";
import type { SectionHit } from "./search-hits.js";
import { TopList } from "./top-list.js";

/** A section in the first phase. */
export interface RankedSection extends Pick<SectionHit, "tier" | "score" | "document_id" | "place"> {
  /** Its best part, which stands for the section. */
  readonly unit: number;
}

/** Negative if the first is better. */
export function compareSections(a: RankedSection, b: RankedSection): number {
  return b.tier - a.tier || b.score - a.score || compareCodePoints(a.document_id, b.document_id) || a.place - b.place;
}

export interface BestByWords {
  /** Best first. */
  readonly sections: readonly RankedSection[];
  /** How many sections match and are kept by the filters. */
  readonly total: number;
  /** The same, by the numbers of their documents. */
  readonly perDocument: Uint32Array;
  /** Of all sections, whatever the filters keep. */
  readonly best: BestScore;
}

/** The first phase: ranks sections by the points of their units. The best part of a section stands for the section. */
export class WordRanking {
  /** @param points see {@link UnitScores} */
  constructor(
    readonly search: PreparedSearch,
    private readonly points: Uint32Array,
  ) {}

  best(count: number): BestByWords {
    const top = new TopList<RankedSection>(count, compareSections);
    const { points } = this;
    const { corpus, tiers } = this.search;
    const { units, numbered } = corpus;
    const { document, around } = units;
    const perDocument = new Uint32Array(numbered.length);
    let total = 0;
    let best: BestScore = { score: 0, isUnknown: false };
    let before = -1;
    for (let unit = 0; unit < units.end; unit += 1) {
      const own = points[unit] as number;
      if (own === 0) continue;
      const number = document[unit] as number;
      const score = pointsBy(around[unit] as number, own);
      if (score > best.score || (score === best.score && !best.isUnknown)) {
        const isUnknown = (numbered[number] as HeldDocument).meaning === null;
        if (isUnknown || score > best.score) best = { score, isUnknown };
      }
      // Each section once, at its first part that matches.
      const first = units.firstOf(unit);
      if (first === before) continue;
      before = first;
      const part = this.#bestPart(unit);
      if (part < 0) continue;
      total += 1;
      perDocument[number] = (perDocument[number] as number) + 1;
      const ranked = pointsBy(around[part] as number, points[part] as number);
      if (isInReach(top, tiers?.(first, number) ?? 0, ranked)) top.add(this.ranked(part, ranked));
    }
    return { sections: top.items, total, perDocument, best };
  }

  /** The section that begins with a unit; null: no word of the question finds it. */
  sectionOf(first: number): RankedSection | null {
    const best = this.#bestPart(first);
    if (best < 0) return null;
    return this.ranked(best, pointsBy(this.search.corpus.units.around[best] as number, this.points[best] as number));
  }

  /** The section of a unit. */
  ranked(unit: number, score: number): RankedSection {
    const { corpus, tiers } = this.search;
    const { units, numbered } = corpus;
    const number = units.document[unit] as number;
    const { document_id } = numbered[number] as HeldDocument;
    const first = units.firstOf(unit);
    return { unit, tier: tiers?.(first, number) ?? 0, score, document_id, place: units.place[first] as number };
  }

  /** The best part of a section that the filters keep, of those from a unit on; the first of equals; -1: none. */
  #bestPart(from: number): number {
    const { points } = this;
    const { corpus, filters } = this.search;
    const { units } = corpus;
    const { part, document } = units;
    const first = units.firstOf(from);
    let best = -1;
    for (let unit = from; unit < units.end && part[unit] === unit - first; unit += 1) {
      const isBetter = (points[unit] as number) > (best < 0 ? 0 : (points[best] as number));
      if (isBetter && filters.keeps(unit, document[unit] as number)) best = unit;
    }
    return best;
  }
}

/** false: a section of this tier and score is too far behind to be kept. Most are. */
function isInReach({ items, isFull }: TopList<RankedSection>, tier: number, score: number): boolean {
  if (!isFull) return true;
  const last = items[items.length - 1] as RankedSection;
  return tier === last.tier ? score >= last.score : tier > last.tier;
}

/** A section on its way into an answer, with its final score. If meaning alone found it, the unit has its best part. */
export interface Entry extends RankedSection {
  /** Its score of the first phase; 0 if meaning alone found it. */
  readonly words: number;
  /** Of the unit. */
  readonly chunks?: readonly ScoredChunk[];
  /** For a section that was found by meaning alone: the number of its best part. */
  readonly part?: number;
}

/** The second phase: adds its best chunk to a section's score. */
export function refinedBy({ chunks, corpus }: PreparedSearch): (section: RankedSection) => Entry {
  return (section) => {
    const own = chunks.of(section.unit);
    return { ...section, words: section.score, chunks: own, score: withBest(section, own, corpus.units) };
  };
}

/** A section's score with that of its best chunk: all of its points, half of a heading's. */
function withBest({ unit, score }: RankedSection, chunks: readonly ScoredChunk[], units: Units): number {
  const best = Math.max(0, ...chunks.map(({ points, isHeading }) => (isHeading ? Math.floor(points / 2) : points)));
  return score + pointsBy(units.around[unit] as number, best);
}
