import { CHUNKS_MAX, NO_TEXT } from "../chunks/read-chunks.js";
import { relateChunks } from "../chunks/relations.js";
import { structureDocument } from "../chunks/structure-document.js";
import { type DocumentReader, UnreadableDocumentError } from "../ports/document-reader.js";
import type { ReadFile } from "../ports/uploaded-file-reader.js";
import { packChunkLines, writeChunkLines } from "./chunk-lines.js";

/**
 * Reads a file into its structured chunks. It takes as long as the file takes; see `UploadedFileReader`.
 *
 * @throws UnreadableDocumentError when the file cannot be read
 */
export async function readUploadedFile(
  { document_id, title: given }: { readonly document_id: string; readonly title: string | null },
  media_type: string,
  bytes: Uint8Array,
  reader: Pick<DocumentReader, "read">,
): Promise<ReadFile> {
  const { tree, title: own, warnings } = await reader.read(media_type, bytes);
  const title = given ?? own ?? document_id;
  const chunks = structureDocument({ document_id, title }, tree);
  if (chunks.length === 0) throw new UnreadableDocumentError(`The file has no text. It ${NO_TEXT}.`);
  if (chunks.length > CHUNKS_MAX) {
    throw new UnreadableDocumentError(`The document makes ${chunks.length} chunks, more than ${CHUNKS_MAX}; split it.`);
  }
  return { title, warnings, payload: await packChunkLines(writeChunkLines(chunks, relateChunks(chunks))) };
}
