import type { StructuredChunk } from "./structured-chunk.js";

/** A section of a document: the unit of search and of reading. Its chunks follow each other in the document. */
export interface Section {
  /** Its address, unique in its document: `work-rules::ch2::art16`, or the first chunk's id outside every section. */
  readonly id: string;
  /** The place of its first chunk. */
  readonly first: number;
  /** The places at which its parts begin, `first` the first of them: a long section is scored in parts. */
  readonly parts: readonly number[];
  /** The place behind its last chunk. */
  readonly end: number;
}

export type SectionsOf = (chunks: readonly StructuredChunk[]) => readonly Section[];
