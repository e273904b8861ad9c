export { answerOf } from "./answer.js";
export { createClient, type ServerOptions } from "./client.js";
export { type AnsweredError, failureOfStatus, MissingIndexError, RefusedRequestError } from "./failures.js";
export { bulkRequestsOf, INDEX_VERSION, type IndexLayout } from "./index-definition.js";
export { type Claim, OpenSearchIndex } from "./open-search-index.js";
