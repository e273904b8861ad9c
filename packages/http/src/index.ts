export { AnswerIds } from "./answers/answer-ids.js";
export { Judgements } from "./answers/judgements.js";
export { Questions, type Timer } from "./answers/questions.js";
export { createApp } from "./app.js";
export type {
  Answering,
  AppDeps,
  Assistants,
  AuthorizationServer,
  ConnectedModel,
  Finding,
  WaitingAuthorization,
} from "./deps.js";
export type { Figures } from "./metrics/figures.js";
export { Metrics } from "./metrics/metrics.js";
export { isLoopbackAddress } from "./middleware/direct-call.js";
export { OAUTH } from "./oauth/serve-oauth.js";
export { type DocumentedService, type OpenApiDocument, openApiDocument } from "./openapi/openapi-document.js";
export { loadPages } from "./pages/load-pages.js";
export type { Pages } from "./pages/pages.js";
export { FairQueue, type FairQueueLimits, type TurnOutcome } from "./routing/fair-queue.js";
export { Cursors } from "./routing/page-cursors.js";
export { HIT_WINDOW_MS, HitCounter, type HitStore, OwnHits } from "./routing/rate-limits.js";
export { RequestsInFlight } from "./routing/requests-in-flight.js";
export { type ConnectionLimits, type CreatedServer, createServer, type ServerOptions } from "./server/create-server.js";
