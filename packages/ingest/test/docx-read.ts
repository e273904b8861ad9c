import { type StructuredChunk, structureDocument } from "@retrieval/core/chunks";
import { DOCX } from "@retrieval/core/limits";
import type { ReadDocument } from "@retrieval/core/ports";
import { readerOf } from "../src/index.js";
import { type DocxParts, docxOf } from "./docx-writer.js";

export const readDocxBytes = (bytes: Uint8Array): Promise<ReadDocument> => readerOf(DOCX)(bytes);
export const readDocx = async (parts: DocxParts): Promise<ReadDocument> => readDocxBytes(await docxOf(parts));

export async function docxChunks(parts: DocxParts): Promise<StructuredChunk[]> {
  const { tree, title } = await readDocx(parts);
  return structureDocument({ document_id: "rules", title: title ?? "rules" }, tree);
}

/** Each chunk's type and its displayed text: `list: - a`. */
export async function shownOfDocx(parts: DocxParts): Promise<string[]> {
  return (await docxChunks(parts)).map(
    ({ text_type, content, content_md }) => `${text_type}: ${text_type === "table" ? content_md : content}`,
  );
}
