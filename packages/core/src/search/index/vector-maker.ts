import type { StructuredChunk } from "../../chunks/structured-chunk.js";

/** Makes the term vectors of a whole document, in this code's TERMS_VERSION. */
export interface VectorMaker {
  /**
   * A hostile text may take long: in a running service this MUST NOT block the thread that answers requests, and MUST
   * end at limits of time (where a transaction waits: shorter than the database lets it idle) and memory.
   *
   * @param chunks all of the document, in reading order
   * @throws UnreadableDocumentError at the limits
   */
  make(title: string, chunks: readonly StructuredChunk[]): Promise<Uint8Array>;
}
