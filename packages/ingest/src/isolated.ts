// What reads in threads of their own, and the chunks that come back. Importing this loads no parser.
export { IsolatedReader } from "./isolated-reader.js";
export { isolatedStructuredUploads } from "./isolated-structured-uploads.js";
export { IsolatedTask, type TaskLimits } from "./isolated-task.js";
export { threadMemory } from "./thread-memory.js";
export { readChunkLines } from "./uploads/chunk-lines.js";
