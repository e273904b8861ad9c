import { type Reader, readerFilter } from "../access/audience.js";
import { decideAccess } from "../access/decision.js";
import type { SectionPathElement } from "../chunks/structured-chunk.js";
import type { DocumentHead } from "../documents/document-head.js";
import { type Refusal, refuse } from "../errors.js";
import type { ChunkStore } from "../ports/chunk-store.js";
import { mayDownload } from "./read-original.js";

/** A heading of a document, and the chunk that it opens. */
export interface OutlineEntry extends SectionPathElement {
  readonly chunk_id: string;
}

export interface OutlineAnswer extends DocumentHead {
  /** In reading order. */
  readonly outline: readonly OutlineEntry[];
  /** true: the document has more headings than one answer can have. */
  readonly truncated: boolean;
  /** Whether this reader may download the uploaded file. */
  readonly original: boolean;
}

interface OutlineDeps {
  readonly chunks: Pick<ChunkStore, "outline">;
  /** Called when the store returned a row that the rule in memory forbids; the row is dropped. */
  readonly onAccessMismatch: (document_id: string, user_id: string) => void;
}

/** The headings of one document that this reader may see. */
export async function readOutline(
  document_id: string,
  reader: Reader,
  deps: OutlineDeps,
): Promise<OutlineAnswer | Refusal> {
  const found = await deps.chunks.outline(document_id, readerFilter(reader));
  if (found === null) return NOT_FOUND;
  if (!decideAccess(reader, found.access_rules).allowed) {
    deps.onAccessMismatch(document_id, reader.user_id);
    return NOT_FOUND;
  }
  const outline = found.headings.map(({ chunk_id, section }) => ({ chunk_id, ...section }));
  const original = mayDownload(reader, found.original_for);
  return { ...found.document, outline, truncated: found.truncated, original };
}

// The same answer, byte for byte, for an unknown document and for one that this reader may not see.
const NOT_FOUND = refuse("DOCUMENT_NOT_FOUND", { code: "document.unknown" });
