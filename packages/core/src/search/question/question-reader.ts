import type { VocabularyEntry } from "../../vocabulary/entry.js";
import { DocumentNames, type NamedDocuments } from "./names.js";
import type { Question } from "./question.js";
import { readQuestion } from "./read-question.js";
import { type CorrectedQuestion, correctSpelling, type Lexicon } from "./spelling.js";
import { EMPTY_VOCABULARY, Vocabulary } from "./vocabulary.js";

/** Reads questions with the vocabulary of the company and the titles of its documents. */
export class QuestionReader {
  readonly #titles = new DocumentNames();
  #vocabulary = EMPTY_VOCABULARY;

  /** @param commonWords English ones: they are no typing errors */
  constructor(private readonly commonWords: ReadonlySet<string>) {}

  setVocabulary(entries: readonly VocabularyEntry[]): void {
    this.#vocabulary = new Vocabulary(entries);
  }

  /** Adds a document or changes its title. */
  putTitle(document_id: string, title: string): void {
    this.#titles.put(document_id, title);
  }

  removeTitle(document_id: string): void {
    this.#titles.remove(document_id);
  }

  read(text: string): Question {
    return readQuestion(text, this.#vocabulary);
  }

  correct(question: Question, lexicon: Lexicon): CorrectedQuestion {
    return correctSpelling(question, lexicon, { vocabulary: this.#vocabulary, commonWords: this.commonWords });
  }

  /** @param sees whether the reader may see a document; other documents make no name ambiguous */
  namedIn(question: Question, sees: (document_id: string) => boolean): NamedDocuments {
    return this.#titles.namedIn(question, sees);
  }
}
