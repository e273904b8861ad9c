import type { QUESTION_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

export const questions: TextsOf<keyof typeof QUESTION_PROBLEMS> = {
  "chunk.unknown": () => "No such chunk in this document",
  "docId.ill_formed": () => "docId must be a document's identifier",
  "chunkId.ill_formed": () => "chunkId must be a chunk's identifier, segments joined by `::`",
  "search.not_document_ids": () => "filters.doc_ids must be identifiers of documents",
  "search.too_slow": () => "The search took too long and was stopped. Use fewer words, or words that occur less often",
  "search.other_cursor": () =>
    "cursor is not one that this query gave out; begin again without it, with the same query and filters",
  "document.unknown_then": () => "There was no such document at that time, or the record does not reach back so far",
  "user.unknown_then": () => "There was no such user at that time, or the record does not reach back so far",
};
