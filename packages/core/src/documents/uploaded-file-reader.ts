import type { Problem } from "../problems.js";

/** A file as it was read, ready for its job to store. */
export interface ReadFile {
  readonly title: string;
  /** Parts of the file that could not be kept unchanged. */
  readonly warnings: readonly Problem[];
  /** The chunks with their relations, packed for `ReadPackedChunks`. */
  readonly payload: Uint8Array;
}

/** Reads uploaded files into structured chunks. */
export interface UploadedFileReader {
  /** The media types that it reads, without parameters: `text/markdown`. */
  readonly media_types: readonly string[];
  /**
   * Reads a file: its text, its structure and the relations of its parts. A file may be built to make any of these
   * slow: they MUST NOT hold up the thread that answers requests, and MUST end at limits of time and memory.
   *
   * @param document its `title` is null if the file's own title applies
   * @throws UnreadableDocumentError for anything that is not a readable file of that type, and at the limits
   */
  read(
    document: { readonly document_id: string; readonly title: string | null },
    media_type: string,
    bytes: Uint8Array,
  ): Promise<ReadFile>;
}
