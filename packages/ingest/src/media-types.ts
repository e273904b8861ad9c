/** The media types of each reader, without loading the readers and their parsers. */
export const MARKDOWN = "text/markdown";
export const HTML = "text/html";
export const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
export const PDF = "application/pdf";

export const MEDIA_TYPES: readonly string[] = [MARKDOWN, HTML, DOCX, PDF];
