// The readers that use separate threads. Only those threads load the parsers, not the importer of this file.
export { IsolatedReader } from "./isolated-reader.js";
export { IsolatedStructuredUploadReader } from "./isolated-structured-upload-reader.js";
export { IsolatedTask, LimitReachedError, type TaskLimits } from "./isolated-task.js";
