import { type DocumentReader, UnreadableDocumentError } from "@retrieval/core/ports";
import { DocxReader } from "./docx/docx-reader.js";
import { HtmlReader } from "./html/html-reader.js";
import { MarkdownReader } from "./markdown-reader.js";
import { MEDIA_TYPES } from "./media-types.js";
import { PdfReader } from "./pdf/pdf-reader.js";
import { PptxReader } from "./pptx/pptx-reader.js";
import { CsvReader } from "./text/csv-reader.js";
import { TxtReader } from "./text/txt-reader.js";
import { XlsxReader } from "./xlsx/xlsx-reader.js";

/** One reader for each family of formats. */
const READERS: readonly DocumentReader[] = [
  new MarkdownReader(),
  new HtmlReader(),
  new DocxReader(),
  new XlsxReader(),
  new PptxReader(),
  new PdfReader(),
  new TxtReader(),
  new CsvReader(),
];

/** @throws UnreadableDocumentError if no reader supports the type */
export function readerOf(media_type: string): DocumentReader {
  const reader = READERS.find(({ media_types }) => media_types.includes(media_type));
  if (!reader) throw new UnreadableDocumentError({ code: "file.no_reader", media_type, known: MEDIA_TYPES });
  return reader;
}
