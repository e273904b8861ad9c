import { compareCodePoints } from "./code-points.js";
import type { SectionKey } from "./search-found.js";
import { sectionMark } from "./section-mark.js";
import { TopList } from "./top-list.js";

/** How many sections are scored with their best chunk. */
export const REFINED = 50;

/** A section in the first phase. */
export interface RankedSection extends Omit<SectionKey, "refined"> {
  /** Its best part: it stands for the section. */
  readonly unit: number;
}

/** Negative if the first is better. */
export function compareSections(a: Omit<SectionKey, "refined">, b: Omit<SectionKey, "refined">): number {
  return b.tier - a.tier || b.score - a.score || compareCodePoints(a.document_id, b.document_id) || a.place - b.place;
}

/** Takes the sections of the first phase, in any order. */
export interface SectionTaker {
  /** false: a section of this tier and score is too far behind to be kept. Most are. */
  mayTake(tier: number, score: number): boolean;
  add(section: RankedSection): void;
}

/** Keeps the best sections of the first phase. */
export class FirstSections implements SectionTaker {
  readonly #best: TopList<RankedSection>;

  constructor(count: number) {
    this.#best = new TopList<RankedSection>(count, compareSections);
  }

  mayTake(tier: number, score: number): boolean {
    return isInReach(this.#best, tier, score);
  }

  add(section: RankedSection): void {
    this.#best.add(section);
  }

  /** Best first. */
  get items(): readonly RankedSection[] {
    return this.#best.items;
  }
}

/**
 * Keeps what a page needs of all sections: the best ones, which are refined, and those that follow the last section of
 * the page before.
 */
export class Ranking implements SectionTaker {
  readonly #best = new TopList<RankedSection>(REFINED, compareSections);
  readonly #page: TopList<RankedSection>;

  constructor(
    limit: number,
    private readonly after: SectionKey | null,
    /** The marks of sections that pages before have shown in another order. */
    private readonly shown: ReadonlySet<string>,
  ) {
    // One more shows whether there are more, and the refined ones are taken out again.
    this.#page = new TopList<RankedSection>(limit + 1 + REFINED, compareSections);
  }

  mayTake(tier: number, score: number): boolean {
    return isInReach(this.#best, tier, score) || isInReach(this.#page, tier, score);
  }

  add(section: RankedSection): void {
    if (this.shown.size > 0 && this.shown.has(sectionMark(section))) return;
    this.#best.add(section);
    const { after } = this;
    if (after === null || after.refined || compareSections(section, after) > 0) this.#page.add(section);
  }

  /** To be refined, best first. */
  get best(): readonly RankedSection[] {
    return this.#best.items;
  }

  /** Those that follow the refined ones, or the last section of the page before if that was none of these. */
  get rest(): readonly RankedSection[] {
    const best = new Set(this.best.map(({ unit }) => unit));
    return this.#page.items.filter(({ unit }) => !best.has(unit));
  }
}

function isInReach({ items, isFull }: TopList<RankedSection>, tier: number, score: number): boolean {
  if (!isFull) return true;
  const last = items[items.length - 1] as RankedSection;
  return tier === last.tier ? score >= last.score : tier > last.tier;
}
