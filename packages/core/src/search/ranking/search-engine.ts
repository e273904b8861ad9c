import type { VocabularyEntry } from "../../vocabulary/entry.js";
import type { DirectoryDocument, IndexedDocument, RevisionText } from "../index/index-source.js";
import type { QuestionReader } from "../question/question-reader.js";
import { MemorySections } from "./memory-sections.js";
import { NamingDirectory } from "./naming-directory.js";
import type { SearchAsk, SearchHits } from "./search-hits.js";
import type { IndexAnswers, IndexSize, ListAsk, StandInsAsk, SuggestAsk } from "./section-index.js";

/**
 * The index in the process: the directory of documents, and the engine of sections for what the directory lets a reader
 * see. It is synchronous and knows no clock; the caller slices long work.
 */
export class SearchEngine {
  readonly #directory: NamingDirectory;
  readonly #sections: MemorySections;

  constructor(questions: Pick<QuestionReader, keyof QuestionReader>) {
    this.#directory = new NamingDirectory(questions);
    this.#sections = new MemorySections(questions);
  }

  putDocument(document: DirectoryDocument): void {
    this.#directory.putDocument(document);
  }

  /** The text goes by {@link removeText}. */
  removeDocument(document_id: string): void {
    this.#directory.removeDocument(document_id);
  }

  /** In steps of about a millisecond; between them, anything else than texts may be asked and changed. */
  putText(text: RevisionText): Generator<void, void> {
    return this.#sections.putInSteps(text);
  }

  /** In steps, as {@link putText}. */
  removeText(document_id: string): Generator<void, void> {
    return this.#sections.removeInSteps(document_id);
  }

  /** Adds or replaces a document with its text, at once. */
  put({ vectors, meaning, ...document }: IndexedDocument): void {
    this.putDocument(document);
    for (const _ of this.putText({ ...document, vectors, meaning }));
  }

  /** Removes a document with its text, at once. */
  remove(document_id: string): void {
    this.removeDocument(document_id);
    for (const _ of this.removeText(document_id));
  }

  setVocabulary(entries: readonly VocabularyEntry[]): void {
    this.#sections.setVocabulary(entries);
  }

  search(ask: SearchAsk): SearchHits {
    return this.#sections.search(ask, this.#directory.viewOf(ask.reader));
  }

  /**
   * The best sections with all terms of the question's phrases, at most 500. The caller reads their texts and passes
   * those that have the phrases to {@link search} as `accepted`.
   */
  phraseCandidates(ask: SearchAsk): IndexAnswers["phraseCandidates"]["answer"] {
    return this.#sections.phraseCandidates(ask, this.#directory.viewOf(ask.reader));
  }

  standIns({ query, reader }: StandInsAsk): IndexAnswers["standIns"]["answer"] {
    return this.#sections.standIns(query, this.#directory.viewOf(reader));
  }

  suggest(ask: SuggestAsk): IndexAnswers["suggest"]["answer"] {
    return this.#directory.suggest(
      ask,
      this.#sections.suggest(ask.query, ask.limit, this.#directory.viewOf(ask.reader)),
    );
  }

  list(ask: ListAsk): IndexAnswers["list"]["answer"] {
    return this.#directory.list(ask);
  }

  stats(): IndexSize {
    const { bytes, ...sections } = this.#sections.stats();
    const directory = this.#directory.size;
    return { ...directory, ...sections, bytes: bytes + directory.bytes };
  }
}
