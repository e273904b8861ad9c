import { type Reader, readerFilter } from "../access/audience.js";
import { isChunkId, isDocumentId } from "../chunks/chunk-id.js";
import { RELATED_CHUNKS_MAX } from "../chunks/relations.js";
import type { StructuredChunk } from "../chunks/structured-chunk.js";
import type { ChunkStore } from "../documents/chunk-store.js";
import { isRefusal, type Refusal, refuse } from "../errors.js";
import type { JsonText } from "../json-text.js";
import { type AccessWatch, visibleTo } from "./visible-to.js";

/** SPEC 2.6; written as JSON it is {@link ReferenceAnswer}. */
export interface FoundReference {
  readonly reference: Omit<ReferenceAnswer["reference"], "chunk" | "related_chunks"> & {
    readonly chunk: JsonText<StructuredChunk>;
    readonly related_chunks: JsonText<readonly StructuredChunk[]>;
  };
}

/**
 * Why a chunk is related. An annex and an article are related if either names the other: seen from the article it is an
 * annex that it names, seen from the annex an article that names it.
 */
export type RelatedWhy = "same_article" | "annex_named" | "names_it";

/** SPEC 2.6, as read from the store. */
export interface ReferenceAnswer {
  readonly reference: {
    readonly doc: { readonly id: string; readonly title: string; readonly version: string };
    readonly chunk: StructuredChunk;
    readonly related_chunks: readonly StructuredChunk[];
    readonly related: readonly { readonly chunk_id: string; readonly why: RelatedWhy }[];
    readonly previous_chunk_id: string | null;
    readonly next_chunk_id: string | null;
  };
}

interface ReferenceDeps extends AccessWatch {
  readonly chunks: Pick<ChunkStore, "find">;
}

/** One structured chunk, ready to display (SPEC 4.3). */
export async function readReference(
  body: unknown,
  reader: Reader,
  deps: ReferenceDeps,
): Promise<FoundReference | Refusal> {
  const identifiers = readIdentifiers(body);
  if (isRefusal(identifiers)) return identifiers;
  const { docId, chunkId } = identifiers;
  const read = await deps.chunks.find(docId, chunkId, readerFilter(reader), { related: RELATED_CHUNKS_MAX });
  const found = visibleTo(read, docId, reader, deps);
  if (found === null) return NOT_FOUND;
  const { document, chunk, related, related_ids, scope_type, previous_chunk_id, next_chunk_id } = found;
  const why = scope_type === "annex" ? "names_it" : "annex_named";
  return {
    reference: {
      doc: { id: document.document_id, title: document.title, version: document.version },
      chunk,
      related_chunks: related,
      related: related_ids.map(({ chunk_id, beyond }) => ({ chunk_id, why: beyond ? why : "same_article" })),
      previous_chunk_id,
      next_chunk_id,
    },
  };
}

export function readIdentifiers(body: unknown): { readonly docId: string; readonly chunkId: string } | Refusal {
  const { chunkId, docId } = (body ?? {}) as { chunkId?: unknown; docId?: unknown };
  if (!isDocumentId(docId)) return refuse("INVALID_IDENTIFIER", { code: "docId.ill_formed" });
  if (!isChunkId(chunkId)) return refuse("INVALID_IDENTIFIER", { code: "chunkId.ill_formed" });
  return { docId, chunkId };
}

// The same answer, byte for byte, for an unknown chunk and for one that this reader may not see.
const NOT_FOUND = refuse("CHUNK_NOT_FOUND", { code: "chunk.unknown" });
