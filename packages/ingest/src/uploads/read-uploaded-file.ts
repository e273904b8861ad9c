import { relateChunks, structureDocument } from "@retrieval/core/chunks";
import { CHUNKS_MAX } from "@retrieval/core/limits";
import { type ReadFile, type RecognisedPage, UnreadableDocumentError } from "@retrieval/core/ports";
import { isScanProblem, withConfidence } from "../pdf/recognised-pages.js";
import { warnOfUnreadable, withReadableText } from "../readable-text.js";
import { readerOf } from "../readers.js";
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
  recognised: readonly RecognisedPage[] = [],
): Promise<ReadFile> {
  const { tree, title: own, warnings } = withReadableText(await readerOf(media_type)(bytes, recognised));
  const title = given ?? own ?? document_id;
  const chunks = withConfidence(structureDocument({ document_id, title }, tree), warnings);
  if (chunks.length === 0) {
    const scan = warnings.filter(isScanProblem);
    throw new UnreadableDocumentError(...(scan.length > 0 ? scan : [{ code: "file.empty" as const }]));
  }
  if (chunks.length > CHUNKS_MAX) {
    throw new UnreadableDocumentError({ code: "file.too_many_chunks", chunks: chunks.length, max: CHUNKS_MAX });
  }
  const payload = await packChunkLines(writeChunkLines(chunks, relateChunks(chunks)));
  return { title, warnings: [...warnings, ...warnOfUnreadable(chunks)], payload };
}
