import type { Question } from "./question.js";

/** The documents that a question names. */
export interface NamedDocuments {
  /** Visible ones: an exact title before a longer one, then in the order of the question. */
  readonly document_ids: readonly string[];
  /** Whether the question asks anything else than names of documents and references to sections. */
  readonly asks_more: boolean;
}

/** The titles of all documents, prepared for questions. */
export class DocumentNames {
  /** Adds a document or changes its title. */
  put(document_id: string, title: string): void {
    void document_id;
    void title;
  }

  remove(document_id: string): void {
    void document_id;
  }

  /** @param sees whether the reader may see a document; other documents make no name ambiguous */
  namedIn(question: Question, sees: (document_id: string) => boolean): NamedDocuments {
    void question;
    void sees;
    return { document_ids: [], asks_more: true };
  }
}
