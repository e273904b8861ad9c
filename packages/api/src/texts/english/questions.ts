import type { QUESTION_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

export const questions: TextsOf<keyof typeof QUESTION_PROBLEMS> = {
  "chunk.unknown": () => "No such chunk in this document",
  "docId.ill_formed": () => "docId must be a document_id",
  "chunkId.ill_formed": () => "chunkId must be a chunk_id, segments joined by `::`",
  "search.not_document_ids": () => "filters.doc_ids must be document_ids",
  "search.too_slow": () => "The search took too long and was stopped. Use fewer words, or words that occur less often",
  "document.unknown_then": () => "The document did not exist at that time, or the audit log does not reach back so far",
  "user.erased": () => "The user was erased, so it is not known any more what the user could read",
  "user.unknown_then": () => "The user did not exist at that time, or the audit log does not reach back so far",
};
