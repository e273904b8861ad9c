import type { OtherFormat } from "@retrieval/core/limits";
import type { FILE_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

const OTHER_FORMATS: Readonly<Record<OtherFormat, string>> = {
  doc: "Old Word documents (.doc) are not read; save them as .docx and send them again",
  xls: "Old Excel workbooks (.xls) and .xlsb are not read; save them as .xlsx and send them again",
  ppt: "Old PowerPoint presentations (.ppt) are not read; save them as .pptx and send them again",
  opendocument:
    "OpenDocument files (.odt, .ods, .odp) are not read; save them as .docx, .xlsx or .pptx and send them again",
  rtf: "RTF files are not read; save them as .docx and send them again",
  ichitaro: "Ichitaro documents (.jtd) are not read; save them as .docx or PDF and send them again",
  picture: "Pictures are not read; recognise their text (OCR), save them as PDF with text, and send that",
  mail: "E-mails are not read; save them as PDF or text and send that",
  zip: "Archives are not read; unpack them and send their files",
};

export const files: TextsOf<keyof typeof FILE_PROBLEMS> = {
  "file.not_text": () => "The file is not text in UTF-8 (nor in CP932); save it as UTF-8 and send it again",
  "file.no_reader": ({ media_type, known }) => `${media_type} is not supported; send one of ${known.join(", ")}`,
  "file.other_format": ({ format }) => OTHER_FORMATS[format],
  "file.other_content": ({ media_type, expected }) =>
    `The file is not ${media_type} but ${expected}; send it with that media type, or with the right file extension`,
  "file.password": () => "The file is protected by a password; save it without one and send it again",
  "file.empty": () =>
    "The file has no text, which would leave the document empty, so nothing was changed; to remove the document, use DELETE",
  "file.nested_too_deep": () =>
    "The document is nested too deeply (lists, quotes or tags inside one another); flatten it",
  "file.too_many_cells": () => "A table has too many cells; split it",
  "file.too_many_chunks": ({ chunks, max }) => `The document has ${chunks} chunks, more than ${max}; split it`,
  "file.slow_to_read": ({ seconds }) =>
    `The document takes more than ${seconds} seconds of processor time to read; simplify it or split it`,
  "file.server_busy": ({ seconds }) =>
    `The server is too busy: the file got too little processor time in ${seconds} seconds. Send it again later`,
  "file.large_to_read": () => "The document needs too much memory to read; split it",
  "file.slow_to_index": ({ seconds }) =>
    `The words of the document take longer than ${seconds} seconds to index; split it`,
  "file.large_to_index": () => "The words of the document need too much memory to index; split it",
  "html.no_text": () => "The page has no visible text; send the saved page itself",
  "docx.no_text": () => "The Word document has no visible text; if it is a scan, run text recognition (OCR) first",
  "office.damaged": () => "The file is damaged or incomplete; save it in its program again and send it again",
  "office.too_large": () => "The file is too large when unpacked; split it",
  "office.document_type": () =>
    "The file has a document type declaration (DTD), which Office never writes; save it with Office and send it again",
  "office.not_office": () => "The file is not an Office file (.docx, .xlsx, .pptx); save it as one and send it again",
  "office.other_zip": () =>
    "The file is a ZIP file, but not the kind of Office file (.docx, .xlsx, .pptx) that it was sent as; save it as that kind and send it again",
  "pdf.not_pdf": () => "The file is not a PDF; send it with its own media type",
  "pdf.too_many_pages": ({ pages, max }) => `The PDF has ${pages} pages, more than ${max}; split it`,
  "pdf.damaged": () => "The PDF is damaged or incomplete; save or print it to PDF again and send it again",
  "pdf.stream_too_large": ({ megabytes }) =>
    `A part of the PDF unpacks to more than ${megabytes} megabytes; print it to PDF again`,
};
