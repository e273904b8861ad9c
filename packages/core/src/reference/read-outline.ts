import { type Reader, readerFilter } from "../access/audience.js";
import type { SectionPathElement } from "../chunks/structured-chunk.js";
import type { ChunkStore } from "../documents/chunk-store.js";
import type { PublishedHead } from "../documents/document-head.js";
import { NO_DOCUMENT, type Refusal } from "../errors.js";
import { mayDownload } from "./read-original.js";
import { type AccessWatch, visibleTo } from "./visible-to.js";

/** A heading of a document, and the chunk that it opens. */
export interface OutlineEntry extends SectionPathElement {
  readonly chunk_id: string;
}

export interface OutlineAnswer extends PublishedHead {
  /** In reading order. */
  readonly outline: readonly OutlineEntry[];
  /** true: the document has more headings than one answer can have. */
  readonly truncated: boolean;
  /** Whether this reader may download the uploaded file. */
  readonly original: boolean;
}

interface OutlineDeps extends AccessWatch {
  readonly chunks: Pick<ChunkStore, "outline">;
}

/** The headings of one document that this reader may see. */
export async function readOutline(
  document_id: string,
  reader: Reader,
  deps: OutlineDeps,
): Promise<OutlineAnswer | Refusal> {
  const read = await deps.chunks.outline(document_id, readerFilter(reader));
  const found = visibleTo(read, document_id, reader, deps);
  if (found === null) return NO_DOCUMENT;
  const outline = found.headings.map(({ chunk_id, section }) => ({ chunk_id, ...section }));
  const original = mayDownload(reader, found.original_for);
  return { ...found.document, outline, truncated: found.truncated, original };
}
