import { buildDisplay, type ChunkRelations, type StructuredChunk } from "@retrieval/core/chunks";
import type { ChunkBatch } from "@retrieval/core/ports";

/** One line. It has no display, which follows from the rest and doubles every text. */
interface ChunkLine {
  readonly chunk: Omit<StructuredChunk, "display">;
  readonly relations: ChunkRelations;
}

const LINE_FEED = 0x0a;
/** How many bytes are read in one go, at least one line: a few milliseconds. */
const BATCH = 1024 * 1024;

/** Chunks as JSON, a line for each. */
export function writeChunkLines(chunks: readonly StructuredChunk[], relations: readonly ChunkRelations[]): Uint8Array {
  const encoder = new TextEncoder();
  const lines = chunks.map(({ display: _, ...chunk }, i) => {
    const line: ChunkLine = { chunk, relations: relations[i] as ChunkRelations };
    return encoder.encode(`${JSON.stringify(line)}\n`);
  });
  return joined(lines);
}

/**
 * Packs {@link writeChunkLines} with gzip for a job. The places of chunks repeat from line to line, and a value that the
 * database sends or takes in one piece delays all others.
 */
export async function packChunkLines(lines: Uint8Array): Promise<Uint8Array> {
  const packed = new Blob([lines as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** Reads {@link packChunkLines} in batches, so that the caller can do other work between them. */
export async function* readChunkLines(packed: Uint8Array): AsyncGenerator<ChunkBatch> {
  const size = unpackedSize(packed);
  const pieces: Uint8Array[] = [];
  let waiting = 0;
  let read = 0;
  const unpacked = new Blob([packed as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream("gzip")) as AsyncIterable<Uint8Array>;
  for await (const piece of unpacked) {
    pieces.push(piece);
    waiting += piece.byteLength;
    const lastEnd = piece.lastIndexOf(LINE_FEED);
    if (waiting < BATCH && read + waiting < size) continue;
    if (lastEnd < 0) continue;
    const rest = piece.subarray(lastEnd + 1);
    pieces[pieces.length - 1] = piece.subarray(0, lastEnd);
    read += waiting - rest.byteLength;
    yield parseBatch(joined(pieces), read / size);
    pieces.splice(0, pieces.length, rest);
    waiting = rest.byteLength;
  }
}

/** RFC 1952 §2.3.1: ISIZE, the last four bytes, the least significant one first. */
function unpackedSize(packed: Uint8Array): number {
  return new DataView(packed.buffer, packed.byteOffset + packed.byteLength - 4).getUint32(0, true);
}

/** @param lines without the line feed of the last one */
function parseBatch(lines: Uint8Array, progress: number): ChunkBatch {
  const read = new TextDecoder()
    .decode(lines)
    .split("\n")
    .map((line) => JSON.parse(line) as ChunkLine);
  return {
    chunks: read.map(({ chunk }) => withDisplay(chunk)),
    relations: read.map(({ relations }) => relations),
    progress,
  };
}

function withDisplay(chunk: ChunkLine["chunk"]): StructuredChunk {
  const { section_path, annex_title, doc_title } = chunk.metadata;
  return { ...chunk, display: buildDisplay(chunk, section_path, { annex_title, doc_title }) };
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return bytes;
}
