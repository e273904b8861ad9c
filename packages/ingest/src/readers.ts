import { CSV, DOCX, HTML, MARKDOWN, PDF, PPTX, TXT, XLSX } from "@retrieval/core/limits";
import { type ReadDocument, type RecognisedPage, UnreadableDocumentError } from "@retrieval/core/ports";
import { readDocx } from "./docx/docx-reader.js";
import { refuseOtherContent } from "./file-content.js";
import { readHtml } from "./html/html-reader.js";
import { readMarkdown } from "./markdown-reader.js";
import { MEDIA_TYPES } from "./media-types.js";
import { readPdf } from "./pdf/pdf-reader.js";
import { readPptx } from "./pptx/pptx-reader.js";
import type { ReadContent } from "./read-content.js";
import { readCsv } from "./text/csv-reader.js";
import { readTxt } from "./text/txt-reader.js";
import { Warnings } from "./warnings.js";
import { readXlsx } from "./xlsx/xlsx-reader.js";

const READERS = new Map<string, ReadContent>([
  [MARKDOWN, readMarkdown],
  [HTML, readHtml],
  [DOCX, readDocx],
  [XLSX, readXlsx],
  [PPTX, readPptx],
  [PDF, readPdf],
  [TXT, readTxt],
  [CSV, readCsv],
]);

/**
 * @returns what reads files of this type, in the calling thread and without limits; it throws UnreadableDocumentError
 *   for anything that is not a readable file of that type
 * @throws UnreadableDocumentError if no reader supports the type
 */
export function readerOf(media_type: string) {
  const read = READERS.get(media_type);
  if (!read) throw new UnreadableDocumentError({ code: "file.no_reader", media_type, known: MEDIA_TYPES });
  return async (bytes: Uint8Array, recognised: readonly RecognisedPage[] = []): Promise<ReadDocument> => {
    refuseOtherContent(media_type, bytes);
    const warnings = new Warnings();
    try {
      return { ...(await read(bytes, warnings, recognised)), warnings: warnings.list() };
    } catch (error) {
      // V8 throws RangeError for a stack overflow and for strings and arrays beyond its limits.
      if (error instanceof RangeError) throw new UnreadableDocumentError({ code: "file.nested_too_deep" });
      throw error;
    }
  };
}
