import type { ReaderFilter } from "../../access/audience.js";
import { Directory } from "../index/directory.js";
import type { DirectoryDocument } from "../index/index-source.js";
import type { QuestionReader } from "../question/question-reader.js";
import { joinedSuggestions, listDocuments, suggestedDocuments } from "./listings.js";
import type { DirectoryView, SuggestedText } from "./section-engine.js";
import type { IndexAnswers, IndexSize, ListAsk, SuggestAsk } from "./section-index.js";

/** The directory of an engine, with the titles that questions may name. */
export class NamingDirectory {
  readonly #directory = new Directory();

  constructor(private readonly questions: Pick<QuestionReader, "putTitle" | "removeTitle" | "namedIn">) {}

  /** Takes effect with the next question. The text of another revision is not found until it comes to the sections. */
  putDocument(document: DirectoryDocument): void {
    this.#directory.put(document);
    this.questions.putTitle(document.document_id, document.title);
  }

  /** Takes effect with the next question. */
  removeDocument(document_id: string): void {
    this.#directory.remove(document_id);
    this.questions.removeTitle(document_id);
  }

  list(ask: ListAsk): IndexAnswers["list"]["answer"] {
    return listDocuments(ask, this.#directory, this.#directory.viewOf(ask.reader));
  }

  /** Documents, together with what the sections suggest. */
  suggest(
    { query, reader, limit }: SuggestAsk,
    ofSections: readonly SuggestedText[],
  ): IndexAnswers["suggest"]["answer"] {
    const documents = suggestedDocuments(query, limit, this.#directory, this.#directory.viewOf(reader));
    return { suggestions: joinedSuggestions(documents, ofSections, limit) };
  }

  viewOf(reader: ReaderFilter): DirectoryView {
    const visibility = this.#directory.viewOf(reader);
    const namedIn: DirectoryView["namedIn"] = (question) =>
      this.questions.namedIn(question, (document_id) => visibility.hasDocument(document_id));
    return { visibility, namedIn };
  }

  get size(): Pick<IndexSize, "documents" | "bytes"> {
    return { documents: this.#directory.documents.size, bytes: this.#directory.bytes };
  }
}
