export { DocxReader } from "./docx/docx-reader.js";
export { HtmlReader } from "./html/html-reader.js";
export * from "./isolated.js";
export { MarkdownReader } from "./markdown-reader.js";
export { PdfReader } from "./pdf/pdf-reader.js";
export { readerOf } from "./readers.js";
export { readStructuredUpload } from "./uploads/read-structured-upload.js";
export { readUploadedFile } from "./uploads/read-uploaded-file.js";
