import type { ChunkRelations } from "../chunks/relations.js";
import type { StructuredChunk } from "../chunks/structured-chunk.js";

/** Consecutive chunks of a document. */
export interface ChunkBatch {
  readonly chunks: readonly StructuredChunk[];
  /** One for each chunk. */
  readonly relations: readonly ChunkRelations[];
  /** How much has been read with this batch, 0 to 1. */
  readonly progress: number;
}

/** Reads the chunks that `UploadedFileReader` and `StructuredUploadReader` packed for a job. */
export interface PackedChunksReader {
  /** Reads all chunks in document order. Each batch MUST take milliseconds only: other work runs between two batches. */
  read(payload: Uint8Array): AsyncIterable<ChunkBatch>;
}
