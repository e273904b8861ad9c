export { IsolatedReader, type ReadingLimits } from "./isolated-reader.js";
export { MarkdownReader } from "./markdown-reader.js";
