import { type StructuredChunk, structureDocument } from "@retrieval/core/chunks";
import { readerOf } from "../src/index.js";

export const readPdf = readerOf("application/pdf");

export async function pdfChunks(bytes: Uint8Array): Promise<StructuredChunk[]> {
  const { tree, title } = await readPdf(bytes);
  return structureDocument({ document_id: "d", title: title ?? "d" }, tree);
}

/** Each chunk's type and its displayed text: `paragraph: a`. */
export async function pdfShown(bytes: Uint8Array): Promise<string[]> {
  return (await pdfChunks(bytes)).map(
    ({ text_type, content, content_md }) =>
      `${text_type}: ${text_type === "table" || text_type === "list" ? content_md : content}`,
  );
}
