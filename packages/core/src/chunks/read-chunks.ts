import { firstFew } from "../first-few.js";
import type { Problem } from "../problems.js";
import { SectionId } from "./chunk-id.js";
import { type GivenChunk, InvalidChunkError, isDisplay, readChunk } from "./read-chunk.js";
import { buildChunk, type ChunkedDocument } from "./structure-document.js";
import { CHUNK_TEXT_MAX, type SectionPathElement, type StructuredChunk } from "./structured-chunk.js";

export interface ReadChunks {
  readonly chunks: readonly StructuredChunk[];
  /** Given fields that were recomputed because they do not follow from the chunk's own text and position. */
  readonly warnings: readonly Problem[];
}

/** The text for search (`tableText`) of the table that is written in Markdown, or null if it is not one table. */
export type ReadTable = (markdown: string) => string | null;

/**
 * Reads structured chunks that another ingestion made. display, chunk_id and text_hash may be left out. display and
 * text_hash are always computed. A given chunk_id is kept if it is well formed, unique and belongs to this document;
 * the computed ids use the free ones. A table without content gets it from its Markdown, as far as `readTable` can.
 *
 * @param given one by one, so that the given chunks are never all in memory
 * @returns the chunks, or the first problem
 */
export function readEachChunk(
  document: ChunkedDocument,
  given: Iterable<unknown>,
  readTable: ReadTable,
): ReadChunks | Problem {
  const indexOf = new Map<string, number>();
  const warnings: Problem[] = [];
  const chunks: StructuredChunk[] = [];
  const unnamed = new Set<number>();
  let index = 0;
  try {
    for (const entry of given) {
      const read = readChunk(document, entry);
      const { chunk_id } = read;
      const first = chunk_id === null ? undefined : indexOf.get(chunk_id);
      if (first !== undefined)
        throw new InvalidChunkError({ code: "chunk_id.duplicate", chunk_id: chunk_id as string, first_index: first });
      if (chunk_id === null) unnamed.add(index);
      else indexOf.set(chunk_id, index);
      const body = read.body.content === null ? withTableText(read.body, readTable) : read.body;
      // Chunks without an id get one below, when all given ids are known.
      const chunk = buildChunk(document, chunk_id ?? "", body, read.place);
      chunks.push(chunk);
      for (const warning of warningsOf(read, chunk)) warnings.push({ ...warning, at: `chunks[${index}]` });
      index += 1;
    }
  } catch (error) {
    if (!(error instanceof InvalidChunkError)) throw error;
    return { ...error.problem, at: `chunks[${index}]` };
  }
  // An empty list would silently remove the text that readers see.
  if (chunks.length === 0) return { code: "chunks.empty" };
  return { chunks: named(document, chunks, unnamed, indexOf), warnings: firstFew(warnings) };
}

/** Gives every unnamed chunk the next chunk_id of its section and type that is not taken. */
function named(
  { document_id }: ChunkedDocument,
  chunks: readonly StructuredChunk[],
  unnamed: ReadonlySet<number>,
  taken: ReadonlyMap<string, number>,
): StructuredChunk[] {
  const sections = new SectionTree(document_id);
  return chunks.map((chunk, index) => {
    const section = sections.at(chunk.metadata.section_path);
    if (!unnamed.has(index)) return chunk;
    let chunk_id = section.nextChunkId(chunk.text_type);
    while (taken.has(chunk_id)) chunk_id = section.nextChunkId(chunk.text_type);
    return { ...chunk, chunk_id };
  });
}

function withTableText(body: GivenChunk["body"], readTable: ReadTable): GivenChunk["body"] {
  const content = readTable(body.content_md ?? "");
  // Each row names every column, so it can be much longer than the table.
  if (content !== null && content.length > CHUNK_TEXT_MAX) {
    throw new InvalidChunkError({ code: "chunk.table_text_too_long", length: content.length, max: CHUNK_TEXT_MAX });
  }
  return { ...body, content };
}

function warningsOf({ stated }: GivenChunk, { content, metadata, display }: StructuredChunk): Problem[] {
  const warnings: Problem[] = [];
  if (content === null) {
    warnings.push({ code: "chunk.not_one_table" });
  }
  if (stated.text_hash !== undefined && stated.text_hash !== metadata.text_hash) {
    warnings.push({ code: "chunk.text_hash_replaced" });
  }
  if (stated.display !== undefined && !isDisplay(stated.display, display)) {
    warnings.push({ code: "chunk.display_replaced" });
  }
  return warnings;
}

/** Gives sections with the same path the same id, whatever the order of their chunks. */
class SectionTree {
  readonly #nodes = new Map<string, SectionId>();
  constructor(document_id: string) {
    this.#nodes.set("", SectionId.ofDocument(document_id));
  }
  at(path: readonly SectionPathElement[]): SectionId {
    let key = "";
    let id = this.#nodes.get(key) as SectionId;
    for (const { type, label, title } of path) {
      key += JSON.stringify([type, label, title]);
      const known = this.#nodes.get(key);
      id = known ?? id.child({ type, label, title });
      if (!known) this.#nodes.set(key, id);
    }
    return id;
  }
}
