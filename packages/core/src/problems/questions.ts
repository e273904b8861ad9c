/** Why a question about current or past content has no answer. */
export const QUESTION_PROBLEMS = {
  "chunk.unknown": {},
  "docId.ill_formed": {},
  "chunkId.ill_formed": {},
  "search.not_document_ids": {},
  "search.too_slow": {},
  /** At that time; the audit log may not reach back so far. */
  "document.unknown_then": {},
  "user.unknown_then": {},
  "user.erased": {},
} as const;
