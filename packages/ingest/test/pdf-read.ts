import { type StructuredChunk, structureDocument } from "@retrieval/core/chunks";
import { PdfReader } from "../src/index.js";

export const readPdf = (bytes: Uint8Array) => new PdfReader().read("application/pdf", bytes);

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
