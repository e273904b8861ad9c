import { type Reader, readerFilter } from "../access/audience.js";
import { isChunkId } from "../chunks/chunk-id.js";
import type { ChunkStore, FoundPassage } from "../documents/chunk-store.js";
import type { PROOF_OUTCOMES } from "../limits.js";
import { type AccessWatch, visibleTo } from "./visible-to.js";

/** A quote, and the chunk from which it is said to be. */
export interface Citation {
  readonly chunk_id: string;
  readonly quote: string;
}

export interface Proof {
  /**
   * proved: the quote is in the chunk word for word. differs: the chunk is there, and the quote is not in it.
   * not_found: no version in force has the chunk, or the reader may not see it, without a difference.
   */
  readonly outcome: (typeof PROOF_OUTCOMES)[number];
  /** null: not_found. */
  readonly source: Pick<FoundPassage, "text_hash" | "version" | "version_number" | "effective_from"> | null;
}

interface ProofDeps extends AccessWatch {
  readonly chunks: Pick<ChunkStore, "findPassages">;
}

/**
 * Compares quotes with the versions in force, all of one state of the database. The texts that count are those that a
 * chunk displays, `body_text` and `body_md`. A run of white space is equal to any other, white space around the quote
 * does not count, and everything else is compared by code point.
 *
 * @returns a proof for each citation, in their order
 */
export async function proveCitations(
  citations: readonly Citation[],
  reader: Reader,
  deps: ProofDeps,
): Promise<readonly Proof[]> {
  const chunk_ids = [...new Set(citations.map(({ chunk_id }) => chunk_id))].filter(isChunkId);
  const passages = new Map<string, FoundPassage>();
  for (const found of await deps.chunks.findPassages(chunk_ids, readerFilter(reader))) {
    const passage = visibleTo(found, found.document_id, reader, deps);
    if (passage !== null) passages.set(passage.chunk_id, passage);
  }
  return citations.map(({ chunk_id, quote }) => proofOf(quote, passages.get(chunk_id)));
}

function proofOf(quote: string, passage: FoundPassage | undefined): Proof {
  if (passage === undefined) return { outcome: "not_found", source: null };
  const { text_hash, version, version_number, effective_from } = passage;
  const words = withPlainSpaces(quote.trim());
  // Nothing is no quote, and a part of a surrogate pair is no character of the text.
  const isThere =
    words !== "" && words.isWellFormed() && passage.texts.some((text) => withPlainSpaces(text).includes(words));
  return { outcome: isThere ? "proved" : "differs", source: { text_hash, version, version_number, effective_from } };
}

const withPlainSpaces = (text: string) => text.replace(/\s+/g, " ");
