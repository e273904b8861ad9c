import { OTHER_FORMATS } from "../documents/other-formats.js";

/** Why a file cannot be read into a document. */
export const FILE_PROBLEMS = {
  "file.not_text": {},
  "file.no_reader": { media_type: "text", known: "texts" },
  "file.other_format": { format: OTHER_FORMATS },
  /** `expected`: the media type of the content. */
  "file.other_content": { media_type: "text", expected: "text" },
  "file.password": {},
  "file.empty": {},
  "file.nested_too_deep": {},
  "file.too_many_cells": {},
  "file.too_many_chunks": { chunks: "number", max: "number" },
  "file.slow_to_read": { seconds: "number" },
  "file.server_busy": { seconds: "number" },
  "file.large_to_read": {},
  "file.slow_to_index": { seconds: "number" },
  "file.large_to_index": {},
  "html.no_text": {},
  "docx.no_text": {},
  "office.damaged": {},
  "office.too_large": {},
  "office.document_type": {},
  "office.not_office": {},
  "office.other_zip": {},
  "pdf.not_pdf": {},
  "pdf.too_many_pages": { pages: "number", max: "number" },
  "pdf.damaged": {},
  "pdf.stream_too_large": { megabytes: "number" },
} as const;
