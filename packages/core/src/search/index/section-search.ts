import { RESULTS_MAX } from "../../limits.js";
import type { IndexAnswers } from "../../ports/section-index.js";
import { shareOf } from "./fit.js";
import { fusedSections } from "./fused-sections.js";
import { sectionAt } from "./heads.js";
import type { HeldDocument } from "./held-document.js";
import { countParts, type MeaningScores } from "./meaning-scores.js";
import { unitsWithPhrases } from "./phrase-candidates.js";
import type { PreparedSearch } from "./prepared-search.js";
import type { RankedSection } from "./ranking.js";
import { type Entry, refined } from "./refining.js";
import type { UnitScores } from "./scores.js";
import { answerOf } from "./search-answer.js";
import { type MeaningAsk, SCORE_UNIT, type SearchFound } from "./search-found.js";
import { unitsAt } from "./units-at.js";
import { WordRanking } from "./word-ranking.js";

/** With more parts than these, only the sections that are best by words are compared with the question. */
export const MEANING_LIMITS = { parts: 300_000, sections: 2_000 };

/** The most sections whose texts are read for phrases. */
const PHRASE_CANDIDATES_MAX = 500;

interface ComparedMeaning extends MeaningAsk {
  /** Only the sections that are best by words are compared. */
  readonly isLimited: boolean;
}

/** Finds the best sections. Its answer MUST be taken before the next search begins: they share arrays. */
export class SectionSearch {
  constructor(
    private readonly search: PreparedSearch,
    private readonly scratch: { readonly words: UnitScores; readonly meaning: MeaningScores },
    private readonly limits: typeof MEANING_LIMITS,
  ) {}

  answer(): SearchFound {
    const { ask, corpus, plan } = this.search;
    const compared = this.#compared();
    const ranking = this.#wordRanking(ask.accepted ? unitsAt(corpus, ask.accepted) : null);
    const best = ranking.best(compared?.isLimited ? Math.max(this.limits.sections, RESULTS_MAX) : RESULTS_MAX);
    const { sections, perDocument } = best;
    const fused = compared === null ? null : this.#fused(compared, ranking, sections);
    const entries = fused?.entries ?? refined(sections, this.search);
    const alone = entries.filter(({ part }) => part !== undefined);
    for (const { unit } of alone) {
      const number = corpus.units.document[unit] as number;
      perDocument[number] = (perDocument[number] as number) + 1;
    }
    const counted = {
      total: best.total + alone.length,
      perDocument,
      fits: shareOf(best.bestScore, plan.fit) >= plan.fit.fits_from || Boolean(fused?.fits),
      by_meaning: fused !== null && entries.length > 0,
    };
    return answerOf(entries, counted, this.search);
  }

  /** The sections with all terms of the phrases. */
  candidates(): IndexAnswers["phraseCandidates"]["answer"] {
    const { corpus, read } = this.search;
    const ranking = this.#wordRanking(unitsWithPhrases(corpus, read.question));
    const { sections, total } = ranking.best(PHRASE_CANDIDATES_MAX);
    return {
      sections: sections.map(({ unit, document_id, place }) => {
        const document = corpus.documents.get(document_id) as HeldDocument;
        const { chunks } = sectionAt(document, corpus.units.head[unit] as number);
        return { document_id, revision_id: document.revision_id, place, chunks };
      }),
      more: total > sections.length,
    };
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
    const { terms, mean_section_length } = plan;
    const scored = this.scratch.words.of(corpus, terms, mask, mean_section_length, accepted);
    return new WordRanking(this.search, scored, accepted);
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
}
