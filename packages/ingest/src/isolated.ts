// What reads in threads of their own, and the chunks that come back. Importing this loads no parser.
export { IsolatedReader } from "./isolated-reader.js";
export { IsolatedStructuredUploadReader } from "./isolated-structured-upload-reader.js";
export { IsolatedTask, type TaskLimits } from "./isolated-task.js";
export { threadMemory } from "./thread-memory.js";
export { readChunkLines } from "./uploads/chunk-lines.js";
