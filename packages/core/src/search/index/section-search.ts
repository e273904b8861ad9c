import { shareOf } from "./fit.js";
import { fusedSections } from "./fused-sections.js";
import { countParts, type MeaningScores } from "./meaning-scores.js";
import { unitsWithPhrases } from "./phrase-candidates.js";
import { orderPlaced } from "./placed-order.js";
import type { PreparedSearch } from "./prepared-search.js";
import { compareSections, FirstSections, type RankedSection, Ranking, REFINED } from "./ranking.js";
import { type Entry, refined, unrefined } from "./refining.js";
import type { UnitScores } from "./scores.js";
import { answerOf, pageOf } from "./search-answer.js";
import { FUSED, type MeaningAsk, type PlacedSections, SCORE_UNIT, type SearchFound } from "./search-found.js";
import { unitsAt } from "./units-at.js";
import { WordRanking } from "./word-ranking.js";

/** With more parts than these, only the sections that are best by words are compared with the question. */
export const MEANING_LIMITS = { parts: 300_000, sections: 2_000 };

const NOTHING_PLACED: PlacedSections = { shown: [], next: [], alone: 0, fits: false };

interface ComparedMeaning extends MeaningAsk {
  /** Only the sections that are best by words are compared. */
  readonly isLimited: boolean;
}

/** Finds the sections of one page. Its answer MUST be taken before the next search begins: they share arrays. */
export class SectionSearch {
  constructor(
    private readonly search: PreparedSearch,
    private readonly scratch: { readonly words: UnitScores; readonly meaning: MeaningScores },
    private readonly limits: typeof MEANING_LIMITS,
  ) {}

  answer(): SearchFound {
    const { ask, corpus } = this.search;
    const accepted = ask.accepted ? unitsAt(corpus, ask.accepted) : null;
    const after = ask.from?.after ?? null;
    const placed = ask.from?.placed ?? null;
    const compared = after === null ? this.#compared() : null;
    if (compared === null && (placed === null || after !== null)) return this.#byWords(accepted, placed);
    return this.#withPlaced(accepted, placed ?? NOTHING_PLACED, compared);
  }

  /** The sections with all terms of the phrases. */
  candidates(): ReturnType<typeof pageOf> {
    const { ask, corpus, read } = this.search;
    const ranking = new Ranking(ask.limit, null, new Set());
    this.#wordRanking(unitsWithPhrases(corpus, read.question)).rankInto(ranking);
    return pageOf(this.#ordered(ranking), this.search);
  }

  /** The meaning that sections are compared with; null: none was asked for, or there is no vector to compare. */
  #compared(): ComparedMeaning | null {
    const { ask, corpus, mask } = this.search;
    if (ask.meaning === null) return null;
    const parts = countParts(corpus, ask.meaning, mask);
    return parts === 0 ? null : { ...ask.meaning, isLimited: parts > this.limits.parts };
  }

  #wordRanking(accepted: Uint8Array | null): WordRanking {
    const { corpus, mask, plan } = this.search;
    const { terms, weights } = plan;
    const scored = this.scratch.words.of(corpus, terms, mask, weights.mean_section_length, accepted);
    return new WordRanking(this.search, scored, accepted);
  }

  #byWords(accepted: Uint8Array | null, placed: PlacedSections | null): SearchFound {
    const { limit, from } = this.search.ask;
    const ranking = new Ranking(limit, from?.after ?? null, new Set(placed?.shown));
    const { total, perDocument, bestScore } = this.#wordRanking(accepted).rankInto(ranking);
    const counted = {
      total: total + (placed?.alone ?? 0),
      perDocument,
      fits: this.#fits(bestScore) || Boolean(placed?.fits),
      by_meaning: false,
    };
    return answerOf(this.#ordered(ranking), counted, this.search);
  }

  /** First what a model has placed, then what follows by words. */
  #withPlaced(accepted: Uint8Array | null, before: PlacedSections, compared: ComparedMeaning | null): SearchFound {
    const { limit } = this.search.ask;
    const needed = before.shown.length + before.next.length + FUSED + REFINED + limit + 1;
    const first = new FirstSections(compared?.isLimited ? Math.max(needed, this.limits.sections) : needed);
    const ranking = this.#wordRanking(accepted);
    const { total, perDocument, bestScore } = ranking.rankInto(first);
    const fused = compared === null ? null : this.#fused(compared, ranking, first.items);

    const pool = fused?.entries ?? this.#refined(first.items.slice(0, FUSED));
    const { following, others, rest } = orderPlaced(pool, before, first.items, { all: fused !== null, limit });
    const placed = [...following, ...others].map((entry) => ({ ...entry, placed: true }));
    const alone = fused?.entries.filter(({ part }) => part !== undefined) ?? [];
    for (const { section } of alone) {
      const number = this.search.corpus.units.document[section.unit] as number;
      perDocument[number] = (perDocument[number] as number) + 1;
    }
    const entries = [...placed, ...this.#refined(rest.slice(0, REFINED)), ...rest.slice(REFINED).map(unrefined)];
    const counted = {
      total: total + (fused === null ? before.alone : alone.length),
      perDocument,
      fits: before.fits || this.#fits(bestScore) || Boolean(fused?.fits),
      by_meaning: fused !== null && placed.length > 0,
    };
    return answerOf(entries, counted, this.search);
  }

  /** The best sections by words and by meaning, and whether the nearest one fits. */
  #fused(
    { isLimited, ...meaning }: ComparedMeaning,
    ranking: WordRanking,
    byWords: readonly RankedSection[],
  ): { readonly entries: readonly Entry[]; readonly fits: boolean } {
    const { corpus, mask, filters } = this.search;
    const compared = byWords
      .slice(0, isLimited ? this.limits.sections : 0)
      .map(({ unit }) => corpus.units.firstOf(unit));
    const closeness = this.scratch.meaning.of(corpus, meaning, {
      mask,
      accepted: ranking.accepted,
      only: isLimited ? new Set(compared) : null,
      kept: filters.documents,
      types: filters.types,
    });
    return {
      entries: fusedSections(ranking, byWords, closeness, meaning.words_share),
      fits: closeness.best / SCORE_UNIT >= meaning.fits_from,
    };
  }

  /** By words, after the last section of the page before. */
  #ordered(ranking: Ranking): readonly Entry[] {
    const after = this.search.ask.from?.after ?? null;
    const best = after !== null && !after.refined ? [] : this.#refined(ranking.best);
    const following = after?.refined ? best.filter(({ key }) => compareSections(key, after) > 0) : best;
    return [...following, ...ranking.rest.map(unrefined)];
  }

  #refined(sections: readonly RankedSection[]): readonly Entry[] {
    return refined(sections, this.search);
  }

  #fits(bestScore: number): boolean {
    const { fit } = this.search.plan;
    return shareOf(bestScore, fit) >= fit.fits_from;
  }
}
