export { DocxReader } from "./docx/docx-reader.js";
export { HtmlReader } from "./html/html-reader.js";
export { IsolatedReader } from "./isolated-reader.js";
export { IsolatedStructuredUploadReader } from "./isolated-structured-upload-reader.js";
export { IsolatedTask, LimitReachedError, type TaskLimits } from "./isolated-task.js";
export { MarkdownReader } from "./markdown-reader.js";
export { PdfReader } from "./pdf/pdf-reader.js";
export { readerOf } from "./readers.js";
