import type { StructuredChunk } from "../../chunks/structured-chunk.js";

/** Makes the term vectors of a revision: everything that the index of sections needs of its chunks, as one compact value. */
export function makeTermVectors(_title: string, _chunks: readonly StructuredChunk[]): Uint8Array {
  throw new Error("not yet");
}
