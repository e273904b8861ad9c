import type { Problem } from "../problems.js";
import type { IngestOptions } from "./ingest-options.js";

/** A valid JSON upload of structured chunks, ready for its job. */
export interface StructuredUpload {
  readonly options: IngestOptions;
  /** The chunks with their relations, packed for `PackedChunksReader`. */
  readonly payload: Uint8Array;
}

/** Reads JSON uploads of structured chunks. */
export interface StructuredUploadReader {
  /**
   * Reads `{title, version, access_rules, publish, chunks}`, of which only `chunks` is required. Callers need no
   * further check. An upload may be 50 MiB: reading it MUST NOT hold up the thread that answers requests, and MUST end
   * at limits of time and memory.
   *
   * @param bytes are transferred: the array may be empty afterwards
   * @returns the problem for which the upload is refused
   */
  read(document_id: string, bytes: Uint8Array): Promise<StructuredUpload | Problem>;
}
