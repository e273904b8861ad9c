import { RESULTS_MAX } from "../../limits.js";
import type { Corpus } from "../index/corpus.js";
import { type HeldDocument, sectionAt } from "../index/held-document.js";
import { postingsOf } from "../index/visible-postings.js";
import type { Question } from "../question/question.js";
import { fits } from "./fit.js";
import { fusedSections } from "./fusion.js";
import type { Closeness, MeaningScores } from "./meaning-ranking.js";
import type { MatchCounts, PreparedSearch } from "./prepared-search.js";
import type { UnitScores } from "./scores.js";
import { answerOf } from "./search-answer.js";
import type { SearchAsk, SearchHits } from "./search-hits.js";
import type { IndexAnswers } from "./section-index.js";
import { type BestByWords, compareSections, refinedBy, WordRanking } from "./word-ranking.js";

/** The most sections whose texts are read for phrases. */
export const PHRASE_CANDIDATES_MAX = 500;

/** Finds the best sections. Its answer MUST be taken before the next search begins: they share arrays. */
export class SectionSearch {
  constructor(
    private readonly search: PreparedSearch,
    private readonly scratch: { readonly words: UnitScores; readonly meaning: MeaningScores },
  ) {}

  answer(): SearchHits {
    const { ask, corpus, read, matches } = this.search;
    const { meaning } = ask;
    const ranking = this.#wordRanking(ask.accepted ? unitsAt(corpus, ask.accepted) : null);
    const { sections, total, perDocument, best } = withMatches(ranking.best(RESULTS_MAX), corpus, matches);
    const closeness = this.#closeness();
    const byWords = sections.map(refinedBy(this.search)).sort(compareSections);
    const fused = closeness && meaning && fusedSections(ranking, byWords, closeness, meaning);
    const entries = fused ?? byWords;
    const alone = entries.filter(({ part }) => part !== undefined);
    for (const { unit } of alone) {
      const number = corpus.units.document[unit] as number;
      perDocument[number] = (perDocument[number] as number) + 1;
    }
    const counted = {
      total: total + alone.length,
      perDocument,
      fits: fits(read.plan.fit, best, closeness && meaning && { best: closeness.best, ...meaning.similarity }),
      by_meaning: fused !== null && entries.length > 0,
    };
    return answerOf(entries, counted, this.search, closeness);
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

  /** null: words alone decide, as for phrases, one sign or no term, or there is nothing to compare. */
  #closeness(): Closeness | null {
    const { ask, corpus, mask, filters, read } = this.search;
    if (ask.meaning === null || ask.accepted || read.question.terms.every(({ prefix }) => prefix)) return null;
    const compared = { mask, kept: filters.documents, types: filters.types };
    return this.scratch.meaning.of(corpus, ask.meaning.vector, compared);
  }

  #wordRanking(accepted: Uint8Array | null): WordRanking {
    const { corpus, mask, terms, read } = this.search;
    const points = this.scratch.words.of(corpus, terms, mask, read.plan.mean_section_length, accepted);
    return new WordRanking(this.search, points);
  }
}

/** With the counts of sections that the corpus does not have. */
function withMatches(best: BestByWords, { documents }: Corpus, matches: MatchCounts | null): BestByWords {
  if (matches === null) return best;
  const perDocument = best.perDocument.slice();
  for (const { number, document_id } of documents.values())
    perDocument[number] = matches.sections.get(document_id) ?? 0;
  return { ...best, perDocument, total: matches.total };
}

/**
 * 1 for each unit of the sections that may have the phrases: for each phrase, one part has all its terms. The
 * text decides.
 */
function unitsWithPhrases(corpus: Corpus, { phrases }: Question): Uint8Array {
  const { units } = corpus;
  /** By the first unit of each section: how many of the phrases it may have. */
  const having = new Uint8Array(units.end);
  phrases.forEach((terms, nth) => {
    const asked = new Set(terms);
    const found = new Uint8Array(units.end);
    for (const term of asked) {
      postingsOf(corpus, term).forEachRun((run, _, from, to) => {
        for (let i = from; i < to; i += 1) {
          const unit = (run[i] as number) >>> 1;
          found[unit] = (found[unit] as number) + 1;
        }
      });
    }
    for (let unit = 0; unit < units.end; unit += 1) {
      const first = units.firstOf(unit);
      if (found[unit] === asked.size && having[first] === nth) having[first] = nth + 1;
    }
  });
  const result = new Uint8Array(units.end);
  for (let unit = 0; unit < units.end; unit += 1) result[unit] = Number(having[units.firstOf(unit)] === phrases.length);
  return result;
}

/** 1 for each unit of these sections. */
function unitsAt(corpus: Corpus, sections: NonNullable<SearchAsk["accepted"]>): Uint8Array {
  const { units, documents } = corpus;
  const result = new Uint8Array(units.end);
  for (const { document_id, revision_id, place } of sections) {
    const document = documents.get(document_id);
    // Another text may have come since the phrases were looked for.
    if (document?.revision_id !== revision_id) continue;
    const end = document.first_unit + document.units;
    for (let unit = document.first_unit; unit < end; unit += 1)
      if (units.place[units.firstOf(unit)] === place) result[unit] = 1;
  }
  return result;
}
