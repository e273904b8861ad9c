/** What each reader takes: known without loading a reader, which brings its parsers along. */
export const MARKDOWN = "text/markdown";
export const HTML = "text/html";
export const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
export const PDF = "application/pdf";

export const MEDIA_TYPES: readonly string[] = [MARKDOWN, HTML, DOCX, PDF];
