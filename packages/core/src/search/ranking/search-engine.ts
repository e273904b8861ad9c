import type { ReaderFilter } from "../../access/audience.js";
import type { VocabularyEntry } from "../../vocabulary/entry.js";
import { Directory } from "../index/directory.js";
import type { DirectoryDocument, IndexedDocument, RevisionText } from "../index/index-source.js";
import type { QuestionReader } from "../question/question-reader.js";
import { joinedSuggestions, listDocuments, suggestedDocuments } from "./listings.js";
import { MemorySections } from "./memory-sections.js";
import type { SearchAsk, SearchHits } from "./search-hits.js";
import type { DirectoryView } from "./section-engine.js";
import type { IndexAnswers, IndexSize, ListAsk, StandInsAsk, SuggestAsk } from "./section-index.js";

/**
 * The index in the process: the directory of documents, and the engine of sections for what the directory lets a reader
 * see. It is synchronous and knows no clock; the caller slices long work.
 */
export class SearchEngine {
  readonly #directory = new Directory();
  readonly #sections: MemorySections;

  constructor(private readonly questions: Pick<QuestionReader, keyof QuestionReader>) {
    this.#sections = new MemorySections(questions);
  }

  /** Takes effect with the next question. The text of another revision is not found until it comes by {@link putText}. */
  putDocument(document: DirectoryDocument): void {
    this.#directory.put(document);
    this.questions.putTitle(document.document_id, document.title);
  }

  /** Takes effect with the next question; the text goes by {@link removeText}. */
  removeDocument(document_id: string): void {
    this.#directory.remove(document_id);
    this.questions.removeTitle(document_id);
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
    return this.#sections.search(ask, this.#viewOf(ask.reader));
  }

  /**
   * The best sections with all terms of the question's phrases, at most 500. The caller reads their texts and passes
   * those that have the phrases to {@link search} as `accepted`.
   */
  phraseCandidates(ask: SearchAsk): IndexAnswers["phraseCandidates"]["answer"] {
    return this.#sections.phraseCandidates(ask, this.#viewOf(ask.reader));
  }

  standIns({ query, reader }: StandInsAsk): IndexAnswers["standIns"]["answer"] {
    return this.#sections.standIns(query, this.#viewOf(reader));
  }

  suggest({ query, reader, limit }: SuggestAsk): IndexAnswers["suggest"]["answer"] {
    const documents = suggestedDocuments(query, limit, this.#directory, this.#directory.viewOf(reader));
    const texts = this.#sections.suggest(query, limit, this.#viewOf(reader));
    return { suggestions: joinedSuggestions(documents, texts, limit) };
  }

  list(ask: ListAsk): IndexAnswers["list"]["answer"] {
    return listDocuments(ask, this.#directory, this.#directory.viewOf(ask.reader));
  }

  stats(): IndexSize {
    const { bytes, ...sections } = this.#sections.stats();
    return { documents: this.#directory.documents.size, ...sections, bytes: bytes + this.#directory.bytes };
  }

  #viewOf(reader: ReaderFilter): DirectoryView {
    const visibility = this.#directory.viewOf(reader);
    const namedIn: DirectoryView["namedIn"] = (question) =>
      this.questions.namedIn(question, (document_id) => visibility.hasDocument(document_id));
    return { visibility, namedIn };
  }
}
