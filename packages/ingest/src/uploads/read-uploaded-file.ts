import { relateChunks, structureDocument } from "@retrieval/core/chunks";
import { CHUNKS_MAX } from "@retrieval/core/limits";
import { type DocumentReader, type ReadFile, UnreadableDocumentError } from "@retrieval/core/ports";
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
  const payload = await packChunkLines(writeChunkLines(chunks, relateChunks(chunks)));
  return { title, warnings: [...warnings, ...warnOfUnreadable(chunks)], payload };
}
