import type { VocabularyEntry } from "../../vocabulary/entry.js";
import { Corpus } from "../index/corpus.js";
import type { RevisionText } from "../index/index-source.js";
import { VisibleCorpus } from "../index/visible-statistics.js";
import type { QuestionReader } from "../question/question-reader.js";
import { foldLine } from "../text/folding.js";
import { byBegins, suggestedSections, suggestedWords, vocabularyWords } from "./listings.js";
import { MeaningScores } from "./meaning-ranking.js";
import { prepareSearch, standInsOf, weighQuestion } from "./prepared-search.js";
import { UnitScores } from "./scores.js";
import type { SearchHits, SectionAsk } from "./search-hits.js";
import type { DirectoryView, SectionEngine, SuggestedText } from "./section-engine.js";
import type { IndexAnswers } from "./section-index.js";
import { SectionSearch } from "./section-search.js";

/** The engine of sections in memory. It is synchronous and knows no clock; the caller slices long work. */
export class MemorySections implements SectionEngine<RevisionText> {
  readonly #corpus = new Corpus();
  readonly #scores = new UnitScores();
  readonly #meaning = new MeaningScores();
  #words: ReturnType<typeof vocabularyWords> = [];

  constructor(private readonly questions: Pick<QuestionReader, "setVocabulary" | "read" | "correct">) {}

  /** With the revision that the engine has, only its vectors of meaning change, where the text brings some. */
  put(text: RevisionText): void {
    for (const _ of this.putInSteps(text));
  }

  /** Like {@link put}, in steps of about a millisecond. Between them the engine may answer, but MUST NOT get other texts. */
  putInSteps(text: RevisionText): Generator<void, void> {
    return this.#corpus.putInSteps(text);
  }

  remove(document_id: string): void {
    for (const _ of this.removeInSteps(document_id));
  }

  /** Like {@link remove}, in steps as {@link putInSteps}. */
  removeInSteps(document_id: string): Generator<void, void> {
    return this.#corpus.removeInSteps(document_id);
  }

  setVocabulary(entries: readonly VocabularyEntry[]): void {
    this.questions.setVocabulary(entries);
    this.#words = vocabularyWords(entries);
  }

  search(ask: SectionAsk, view: DirectoryView): SearchHits {
    return this.#search(ask, view, Boolean(ask.accepted)).answer();
  }

  phraseCandidates(ask: SectionAsk, view: DirectoryView): IndexAnswers["phraseCandidates"]["answer"] {
    return this.#search(ask, view, true).candidates();
  }

  standIns(query: string, view: DirectoryView): IndexAnswers["standIns"]["answer"] {
    return { words: standInsOf(query, this.questions, this.#seen(view)) };
  }

  suggest(query: string, limit: number, view: DirectoryView): readonly SuggestedText[] {
    const typed = foldLine(query);
    if (typed === "" || limit < 1) return [];
    const seen = this.#seen(view);
    return [...suggestedWords(typed, limit, seen, this.#words), ...suggestedSections(typed, limit, seen)].sort(
      byBegins,
    );
  }

  stats() {
    const { documents, dictionary } = this.#corpus;
    let [sections, chunks] = [0, 0];
    for (const { totals } of documents.values()) {
      sections += totals.sections;
      chunks += totals.all_chunks;
    }
    const bytes = this.#corpus.bytes + this.#scores.bytes + this.#meaning.bytes;
    return { sections, chunks, terms: dictionary.size, bytes };
  }

  #search(ask: SectionAsk, view: DirectoryView, isByPhrase: boolean): SectionSearch {
    const seen = this.#seen(view);
    const read = weighQuestion(ask.query, this.questions, seen, view);
    const search = prepareSearch(ask, read, { seen, statistics: seen, matches: null }, isByPhrase);
    return new SectionSearch(search, { words: this.#scores, meaning: this.#meaning });
  }

  #seen({ visibility }: DirectoryView): VisibleCorpus {
    const { masks, units, documents } = this.#corpus;
    const mask = masks.of(visibility, documents);
    mask.makeRoom(units.end);
    return new VisibleCorpus(this.#corpus, mask);
  }
}
