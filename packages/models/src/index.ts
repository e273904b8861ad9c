export type { ChatSettings } from "./chat.js";
export { createEmbedder, type EmbedderSettings } from "./embeddings.js";
export type { ServerSettings, Sleep } from "./http/model-server.js";
export { retryAfter } from "./http/retry-after.js";
export { type CallOutcome, type PausingOptions, pausingEmbedder, pausingReranker } from "./pausing.js";
export { isPrivateHost } from "./private-host.js";
export { createQuestionRewriter } from "./question-rewriter.js";
export { createReranker } from "./rerank.js";
export { createUnitChooser } from "./unit-chooser.js";
