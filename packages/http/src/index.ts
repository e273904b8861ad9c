export { createApp } from "./app.js";
export type { AppDeps } from "./deps.js";
export { STATUS } from "./errors.js";
export { nativeMessages } from "./fast-express.js";
export { HitCounter } from "./pipeline/rate-limits.js";
export type { Route } from "./pipeline/route.js";
export { ROUTES } from "./routes/index.js";
export { answerBrokenRequests } from "./server-events.js";
