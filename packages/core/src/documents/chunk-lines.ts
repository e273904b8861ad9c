import { buildDisplay } from "../chunks/display.js";
import type { ChunkRelations } from "../chunks/relations.js";
import type { StructuredChunk } from "../chunks/structured-chunk.js";

/** What one line says: display is left out, because it follows from the rest and doubles every text. */
interface ChunkLine {
  readonly chunk: Omit<StructuredChunk, "display">;
  readonly relations: ChunkRelations;
}

export interface ChunkBatch {
  readonly chunks: readonly StructuredChunk[];
  readonly relations: readonly ChunkRelations[];
  /** How much has been read with this batch, 0 to 1. */
  readonly progress: number;
}

const LINE_FEED = 0x0a;
/** How many bytes are read in one go, at least one line: a few milliseconds. */
const BATCH = 1024 * 1024;

/** Chunks that have been read, as a job keeps them: JSON, a line a chunk. */
export function writeChunkLines(chunks: readonly StructuredChunk[], relations: readonly ChunkRelations[]): Uint8Array {
  const encoder = new TextEncoder();
  const lines = chunks.map(({ display: _, ...chunk }, i) => {
    const line: ChunkLine = { chunk, relations: relations[i] as ChunkRelations };
    return encoder.encode(`${JSON.stringify(line)}\n`);
  });
  const bytes = new Uint8Array(lines.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const line of lines) {
    bytes.set(line, at);
    at += line.byteLength;
  }
  return bytes;
}

/** Reads {@link writeChunkLines} in batches, so that whoever reads can do something else between them. */
export function* readChunkLines(bytes: Uint8Array): Generator<ChunkBatch> {
  const decoder = new TextDecoder();
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, Math.min(from + BATCH, bytes.length - 1));
    const lines = decoder.decode(bytes.subarray(from, end)).split("\n");
    const read = lines.map((line) => JSON.parse(line) as ChunkLine);
    from = end + 1;
    yield {
      chunks: read.map(({ chunk }) => withDisplay(chunk)),
      relations: read.map(({ relations }) => relations),
      progress: from / bytes.length,
    };
  }
}

function withDisplay(chunk: ChunkLine["chunk"]): StructuredChunk {
  const { section_path, annex_title, doc_title } = chunk.metadata;
  return { ...chunk, display: buildDisplay(chunk, section_path, { annex_title, doc_title }) };
}
