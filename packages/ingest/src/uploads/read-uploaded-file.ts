import { relateChunks, type StructuredChunk, structureDocument } from "@retrieval/core/chunks";
import { CHUNK_TEXT_MAX, CHUNKS_MAX } from "@retrieval/core/limits";
import { type DocumentReader, type ReadFile, UnreadableDocumentError } from "@retrieval/core/ports";
import type { Problem } from "@retrieval/core/problems";
import { warnOfUnreadable, withReadableText } from "../readable-text.js";
import { packChunkLines, writeChunkLines } from "./chunk-lines.js";

/**
 * Reads a file into its structured chunks, as `UploadedFileReader` says, in the calling thread and without limits.
 *
 * @throws UnreadableDocumentError when the file cannot be read
 */
export async function readUploadedFile(
  { document_id, title: given }: { readonly document_id: string; readonly title: string | null },
  media_type: string,
  bytes: Uint8Array,
  reader: Pick<DocumentReader, "read">,
): Promise<ReadFile> {
  const { tree, title: own, warnings } = withReadableText(await reader.read(media_type, bytes));
  const title = given ?? own ?? document_id;
  const chunks = structureDocument({ document_id, title }, tree);
  if (chunks.length === 0) {
    const scan = warnings.find(({ code }) => code === "pdf.only_pictures");
    throw new UnreadableDocumentError(scan ?? { code: "file.empty" });
  }
  if (chunks.length > CHUNKS_MAX) {
    throw new UnreadableDocumentError({ code: "file.too_many_chunks", chunks: chunks.length, max: CHUNKS_MAX });
  }
  const tooLong = chunks.find(({ content, content_md }) => longest(content, content_md) > CHUNK_TEXT_MAX);
  if (tooLong !== undefined) throw new UnreadableDocumentError(problemWithLength(tooLong));
  const payload = await packChunkLines(writeChunkLines(chunks, relateChunks(chunks)));
  return { title, warnings: [...warnings, ...warnOfUnreadable(chunks)], payload };
}

const longest = (...texts: (string | null)[]) => Math.max(...texts.map((text) => text?.length ?? 0));

/** How much of a text says which one it is. */
const BEGINNING_MAX = 20;

function problemWithLength({ text_type, content, content_md }: StructuredChunk): Problem {
  const kind = text_type === "annex_title" ? "heading" : text_type;
  const beginning = [...(content_md ?? content ?? "").slice(0, 10 * BEGINNING_MAX).replace(/\s+/g, " ")];
  return {
    code: "file.text_too_long",
    kind,
    beginning: beginning.slice(0, BEGINNING_MAX).join(""),
    length: longest(content, content_md),
    max: CHUNK_TEXT_MAX,
  };
}
