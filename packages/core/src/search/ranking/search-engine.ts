import type { ReaderFilter } from "../../access/audience.js";
import type { VocabularyEntry } from "../../vocabulary/entry.js";
import { Corpus } from "../index/corpus.js";
import type { IndexedDocument } from "../index/index-source.js";
import type { ReaderMask } from "../index/reader-masks.js";
import { isInVisibleSection } from "../index/visible-word.js";
import type { QuestionReader } from "../question/question-reader.js";
import { type CorrectedQuestion, lexiconOf } from "../question/spelling.js";
import { standInsOf } from "../question/vocabulary.js";
import { listDocuments } from "./document-list.js";
import { MeaningScores } from "./meaning-ranking.js";
import { prepareSearch } from "./prepared-search.js";
import { UnitScores } from "./scores.js";
import type { SearchAsk, SearchHits } from "./search-hits.js";
import type { IndexAnswers, IndexSize, ListAsk, StandInsAsk, SuggestAsk } from "./section-index.js";
import { SectionSearch } from "./section-search.js";
import { suggestionsFor, vocabularyWords } from "./suggestions.js";

/**
 * The index of sections: published documents in memory, and the answers about them. It is synchronous and knows no
 * clock; the caller slices long work. Nothing in an answer depends on a document that the reader may not see.
 */
export class SearchEngine {
  readonly #corpus = new Corpus();
  readonly #scores = new UnitScores();
  readonly #meaning = new MeaningScores();
  #words: ReturnType<typeof vocabularyWords> = [];

  constructor(private readonly questions: Pick<QuestionReader, keyof QuestionReader>) {}

  /**
   * Adds a document, or replaces it. With the revision that it already has, only its title, version, time and audience
   * change, and `vectors` may be null.
   */
  put(document: IndexedDocument): void {
    for (const _ of this.putInSteps(document));
  }

  /**
   * Like {@link put}, in steps of about a millisecond. An older revision stays in answers until all of the new one is
   * there. Between the steps the engine may answer, but MUST NOT be changed otherwise.
   */
  *putInSteps(document: IndexedDocument): Generator<void, void> {
    yield* this.#corpus.putInSteps(document);
    this.questions.putTitle(document.document_id, document.title);
  }

  /** Does nothing if there is no such document. */
  remove(document_id: string): void {
    for (const _ of this.removeInSteps(document_id));
  }

  /** Like {@link remove}, in steps as {@link putInSteps}; the document is in no answer after the first one. */
  *removeInSteps(document_id: string): Generator<void, void> {
    this.questions.removeTitle(document_id);
    yield* this.#corpus.removeInSteps(document_id);
  }

  setVocabulary(entries: readonly VocabularyEntry[]): void {
    this.questions.setVocabulary(entries);
    this.#words = vocabularyWords(entries);
  }

  search(ask: SearchAsk): SearchHits {
    return this.#search(ask, Boolean(ask.accepted)).answer();
  }

  /**
   * The best sections with all terms of the question's phrases, at most 500. The caller reads their texts and passes
   * those that have the phrases to {@link search} as `accepted`.
   */
  phraseCandidates(ask: SearchAsk): IndexAnswers["phraseCandidates"]["answer"] {
    return this.#search(ask, true).candidates();
  }

  standIns({ query, reader }: StandInsAsk): IndexAnswers["standIns"]["answer"] {
    const mask = this.#mask(reader);
    const { question } = this.#read(query, mask);
    return { words: standInsOf(question.terms, (word) => isInVisibleSection(word, this.#corpus, mask)) };
  }

  suggest({ query, reader, limit }: SuggestAsk): IndexAnswers["suggest"]["answer"] {
    return { suggestions: suggestionsFor(query, limit, this.#corpus, this.#mask(reader), this.#words) };
  }

  list(ask: ListAsk): IndexAnswers["list"]["answer"] {
    return listDocuments(ask, this.#corpus, this.#mask(ask.reader));
  }

  stats(): IndexSize {
    const { documents, dictionary } = this.#corpus;
    let sections = 0;
    let chunks = 0;
    for (const { totals } of documents.values()) {
      sections += totals.sections;
      chunks += totals.all_chunks;
    }
    const bytes = this.#corpus.bytes + this.#scores.bytes + this.#meaning.bytes;
    return { documents: documents.size, sections, chunks, terms: dictionary.size, bytes };
  }

  #search(ask: SearchAsk, isByPhrase: boolean): SectionSearch {
    const mask = this.#mask(ask.reader);
    const { question, corrected } = this.#read(ask.query, mask);
    const names = this.questions.namedIn(question, (document_id) => {
      const document = this.#corpus.documents.get(document_id);
      return document !== undefined && mask.has(document);
    });
    const search = prepareSearch(ask, { question, corrected, names }, this.#corpus, mask, isByPhrase);
    return new SectionSearch(search, { words: this.#scores, meaning: this.#meaning });
  }

  #read(query: string, mask: ReaderMask): CorrectedQuestion {
    return this.questions.correct(this.questions.read(query), lexiconOf(this.#corpus, mask));
  }

  #mask(reader: ReaderFilter): ReaderMask {
    const { masks, units, numbered, documents } = this.#corpus;
    const mask = masks.of(reader, documents.values());
    mask.makeRoom(units.end, numbered.length);
    return mask;
  }
}
