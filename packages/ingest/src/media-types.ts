import { DOCX, HTML, MARKDOWN, PDF, XLSX } from "@retrieval/core/limits";

/** The media types that the readers know, without loading the readers and their parsers. */
export const MEDIA_TYPES: readonly string[] = [MARKDOWN, HTML, DOCX, XLSX, PDF];
