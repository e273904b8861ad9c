export { answerOf } from "./answer.js";
export { createClient, type ServerOptions } from "./client.js";
export {
  type ClusterFacts,
  diskUse,
  INDEX_PREFIX,
  type IndexHealth,
  type IndexStep,
  indexHealth,
  readCluster,
  tryIndex,
  UnsupportedServerError,
} from "./cluster.js";
export {
  type AnsweredError,
  type AwayReason,
  failureOfStatus,
  MissingIndexError,
  OpenSearchAwayError,
  RefusedRequestError,
} from "./failures.js";
export { bulkRequestsOf, INDEX_VERSION, type IndexLayout } from "./index-definition.js";
export { type Claim, OpenSearchIndex } from "./open-search-index.js";
