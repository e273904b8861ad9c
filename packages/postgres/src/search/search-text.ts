import { indexedChunk, type StructuredChunk } from "@retrieval/core";
import { vectorText } from "./text-search.js";

/** What the search index stores of one chunk. */
export interface SearchText {
  /** The text of a tsvector. */
  readonly terms: string;
  /** In terms; null for a heading. */
  readonly length: number | null;
}

/** Makes what the search index stores of chunks. */
export interface SearchTexts {
  /**
   * One for each chunk, in the same order, as {@link searchText} makes it. A text may be written to make this take long:
   * in a running service it MUST NOT hold up the thread that answers requests, and MUST end at limits of time (shorter
   * than `idleInTransactionTimeout`: a transaction waits for it) and memory.
   *
   * @param chunks of at most about 50,000 characters, or a single one
   * @throws UnreadableDocumentError at the limits
   */
  of(chunks: readonly StructuredChunk[]): Promise<readonly SearchText[]>;
}

export function searchText(chunk: StructuredChunk): SearchText {
  const indexed = indexedChunk(chunk);
  return { terms: vectorText(indexed), length: indexed.length };
}

/** In the calling thread, without limits: for tests and measurements. */
export const UNLIMITED_SEARCH_TEXTS: SearchTexts = { of: async (chunks) => chunks.map(searchText) };
