// What reads in threads of their own. The parsers are loaded there, and not by whoever imports this.
export { IsolatedReader } from "./isolated-reader.js";
export { IsolatedStructuredUploadReader } from "./isolated-structured-upload-reader.js";
export { IsolatedTask, LimitReachedError, type TaskLimits } from "./isolated-task.js";
