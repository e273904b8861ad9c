export * from "./isolated.js";
export { readerOf } from "./readers.js";
export { readStructuredUpload } from "./uploads/read-structured-upload.js";
export { readUploadedFile } from "./uploads/read-uploaded-file.js";
