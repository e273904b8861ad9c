import { Corpus } from "../index/corpus.js";
import type { Visibility } from "../index/directory.js";
import type { RevisionKey } from "../index/index-source.js";
import { AskedTerms, joinSections, type StoredSection } from "../index/section-vectors.js";
import { VectorMemory } from "../index/vector-memory.js";
import { VisibleCorpus, type VisibleStatistics } from "../index/visible-statistics.js";
import type { Question } from "../question/question.js";
import { MeaningScores } from "./meaning-ranking.js";
import { type MatchCounts, prepareSearch, type WeighedQuestion } from "./prepared-search.js";
import { UnitScores } from "./scores.js";
import type { SearchHits, SectionAsk } from "./search-hits.js";
import type { IndexAnswers } from "./section-index.js";
import { SectionSearch } from "./section-search.js";

/** A visible section that may be in an answer. */
export interface Candidate extends RevisionKey {
  readonly section: StoredSection;
}

export interface Candidates {
  readonly sections: readonly Candidate[];
  /** Visible documents that an answer may list, also without a candidate. */
  readonly documents: readonly RevisionKey[];
  /** null: the candidates are all sections that match. */
  readonly matches: MatchCounts | null;
}

/** Puts sections that an index outside the process proposes in order, as the index in the process does. */
export class CandidateSearch {
  readonly #scratch = { words: new UnitScores(), meaning: new MeaningScores() };
  readonly #vectors = new VectorMemory();

  /** @param statistics of all sections that the reader sees */
  search(ask: SectionAsk, read: WeighedQuestion, statistics: VisibleStatistics, candidates: Candidates): SearchHits {
    return this.#over(ask, read, statistics, candidates, Boolean(ask.accepted), (search) => search.answer());
  }

  /** @param candidates with all terms of the phrases in some part */
  phraseCandidates(
    ask: SectionAsk,
    read: WeighedQuestion,
    statistics: VisibleStatistics,
    candidates: Candidates,
  ): IndexAnswers["phraseCandidates"]["answer"] {
    return this.#over(ask, read, statistics, candidates, true, (search) => search.candidates());
  }

  #over<Answer>(
    ask: SectionAsk,
    read: WeighedQuestion,
    statistics: VisibleStatistics,
    { sections, documents, matches }: Candidates,
    isByPhrase: boolean,
    answer: (search: SectionSearch) => Answer,
  ): Answer {
    const corpus = new Corpus(this.#vectors);
    const asked = termsAskedBy(read.question);
    const byDocument = new Map(documents.map((key) => [key.document_id, { key, sections: [] as StoredSection[] }]));
    for (const { section, ...key } of sections) {
      const { document_id } = key;
      const known = byDocument.get(document_id) ?? { key, sections: [] };
      byDocument.set(document_id, known);
      known.sections.push(section);
    }
    for (const { key, sections: own } of byDocument.values())
      for (const _ of corpus.putInSteps({ ...key, ...joinSections(own, asked) }));
    const mask = corpus.masks.of(allOf(corpus), corpus.documents);
    mask.makeRoom(corpus.units.end);
    const seen = new VisibleCorpus(corpus, mask);
    try {
      return answer(
        new SectionSearch(prepareSearch(ask, read, { seen, statistics, matches }, isByPhrase), this.#scratch),
      );
    } finally {
      for (const { meaning } of corpus.documents.values()) if (meaning !== null) this.#vectors.remove(meaning);
    }
  }
}

/** The terms on which the place of a section depends. */
function termsAskedBy({ terms, references, phrases }: Question): AskedTerms {
  const beginnings = terms.flatMap(({ text, prefix }) => (prefix ? text : []));
  return new AskedTerms([...terms.map(({ text }) => text), ...references, ...phrases.flat()], beginnings);
}

/** What is proposed is visible. */
const allOf = ({ documents }: Corpus): Visibility => ({
  rights: "all",
  position: 0,
  sees: () => true,
  revisions: () => documents.values(),
  changedSince: () => [],
});
