import { type Reader, readerFilter } from "../access/audience.js";
import type { SectionPathElement } from "../chunks/structured-chunk.js";
import type { ChunkStore } from "../documents/chunk-store.js";
import type { PublishedHead } from "../documents/document-head.js";
import { mayDownload } from "../documents/original-file.js";
import { isRefusal, type Refusal } from "../errors.js";
import { type LifeDeps, type OtherText, textFor } from "./read-life.js";
import { visibleTo } from "./visible-to.js";

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

interface OutlineDeps extends LifeDeps {
  readonly chunks: Pick<ChunkStore, "outline">;
}

/** The headings of one document that this reader may see. */
export async function readOutline(
  document_id: string,
  text: OtherText,
  reader: Reader,
  deps: OutlineDeps,
): Promise<OutlineAnswer | Refusal> {
  const found = await textFor(document_id, text, reader, deps, async (version) =>
    visibleTo(
      await deps.chunks.outline(document_id, readerFilter(reader), version?.revision_id),
      document_id,
      reader,
      deps,
    ),
  );
  if (isRefusal(found)) return found;
  const outline = found.headings.map(({ chunk_id, section }) => ({ chunk_id, ...section }));
  const original = mayDownload(reader, found.original_for);
  return { ...found.document, outline, truncated: found.truncated, original };
}
