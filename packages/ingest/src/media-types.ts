import { CSV, DOCX, HTML, MARKDOWN, PDF, PPTX, TXT, XLSX } from "@retrieval/core/limits";

/** The media types that the readers know, without loading the readers and their parsers. */
export const MEDIA_TYPES: readonly string[] = [MARKDOWN, HTML, DOCX, XLSX, PPTX, PDF, TXT, CSV];
