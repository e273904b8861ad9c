import type { StructuredChunk } from "@retrieval/core/chunks";
import { indexedChunk } from "@retrieval/core/search";
import { vectorText } from "./text-search.js";

/** The data that the search index stores for one chunk. */
export interface SearchText {
  /** The text of a tsvector. */
  readonly terms: string;
  /** In terms; null for a heading. */
  readonly length: number | null;
}

/** Makes the data that the search index stores for chunks. */
export interface SearchTexts {
  /**
   * One result for each chunk, in the same order, as {@link searchText} makes it. A hostile text may take long: in a
   * running service this MUST NOT block the thread that answers requests, and MUST end at limits of time (shorter than
   * `idleInTransactionTimeout`: a transaction waits for it) and memory.
   *
   * @param chunks of at most about 50,000 characters, or a single one
   * @throws UnreadableDocumentError at the limits
   */
  makeFor(chunks: readonly StructuredChunk[]): Promise<readonly SearchText[]>;
}

export function searchText(chunk: StructuredChunk): SearchText {
  const indexed = indexedChunk(chunk);
  return { terms: vectorText(indexed), length: indexed.length };
}

/** In the calling thread, without limits: for tests and measurements. */
export const UNLIMITED_SEARCH_TEXTS: SearchTexts = { makeFor: async (chunks) => chunks.map(searchText) };
