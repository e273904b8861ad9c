import { type StructuredChunk, structureDocument } from "@retrieval/core/chunks";
import type { ReadDocument } from "@retrieval/core/ports";
import { type IsolatedReader, readChunkLines, readerOf, readUploadedFile } from "../src/index.js";

export function read(markdown: string | Uint8Array): Promise<ReadDocument> {
  const bytes = typeof markdown === "string" ? new TextEncoder().encode(markdown) : markdown;
  return readerOf("text/markdown")(bytes);
}

export async function chunksOf(markdown: string): Promise<StructuredChunk[]> {
  const { tree, title } = await read(markdown);
  return structureDocument({ document_id: "rules", title: title ?? "rules" }, tree);
}

/** Each chunk's type and its displayed text: `list: - a`. */
export async function shown(markdown: string): Promise<string[]> {
  return (await chunksOf(markdown)).map(
    ({ text_type, content, content_md }) => `${text_type}: ${text_type === "table" ? content_md : content}`,
  );
}

/** Each section's path of ids, in order: `ch1`, `ch1::art1`. */
export async function sectionsOf(markdown: string): Promise<string[]> {
  return (await chunksOf(markdown))
    .filter(({ text_type }) => text_type === "heading" || text_type === "annex_title")
    .map(({ chunk_id }) => chunk_id.split("::").slice(1, -1).join("::"));
}

const RULES = { document_id: "rules", title: null };

/** The thread's result for a file, unpacked. */
export function readIsolated(reader: IsolatedReader, media_type: string, bytes: Uint8Array) {
  return unpacked(reader.read(RULES, media_type, bytes));
}

/** The same as it is made in the calling thread. */
export function readHere(media_type: string, bytes: Uint8Array) {
  return unpacked(readUploadedFile(RULES, media_type, bytes));
}

async function unpacked(reading: ReturnType<IsolatedReader["read"]>) {
  const { payload, ...said } = await reading;
  const chunks: StructuredChunk[] = [];
  for await (const batch of readChunkLines(payload)) chunks.push(...batch.chunks);
  return { ...said, chunks };
}
