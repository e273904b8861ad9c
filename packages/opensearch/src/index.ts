export { answerOf } from "./answer.js";
export { createClient, type ServerOptions } from "./client.js";
export { type AnsweredError, failureOfStatus, RefusedRequestError } from "./failures.js";
export type { IndexLayout } from "./index-definition.js";
export { OpenSearchIndex } from "./open-search-index.js";
