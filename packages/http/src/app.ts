import { OPERATION_LIST } from "@retrieval/api";
import { refuse } from "@retrieval/core/errors";
import cors from "cors";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import type { AppDeps } from "./deps.js";
import { serveDocs } from "./docs/serve-docs.js";
import { failureAnswer, refusalAnswer } from "./errors.js";
import { HANDLERS } from "./handlers/index.js";
import { openApiDocument } from "./openapi/document.js";
import { sentDocument } from "./openapi/sent-document.js";
import { servePages } from "./pages/serve-pages.js";
import { isDirect } from "./pipeline/direct-call.js";
import { hostNamed } from "./pipeline/host.js";
import { httpsOnly } from "./pipeline/https-only.js";
import { inTurn } from "./pipeline/in-turn.js";
import { loadShedding } from "./pipeline/load-shedding.js";
import { methodNotAllowed } from "./pipeline/method-not-allowed.js";
import { parseQuery } from "./pipeline/query-string.js";
import { requestLog } from "./pipeline/request-log.js";
import { meterRequests } from "./pipeline/request-metrics.js";
import { runRoute } from "./pipeline/run-route.js";
import { securityHeaders } from "./pipeline/security-headers.js";
import { send } from "./pipeline/send.js";
import { trustProxy } from "./pipeline/trust-proxy.js";

/** The service's HTTP interface as an Express app. It never listens; `createServer` makes the server around it. */
export function createApp(deps: AppDeps): Express {
  const app = express();
  app.set("case sensitive routing", true);
  app.set("strict routing", true);
  app.set("etag", false);
  app.set("query parser", parseQuery);
  trustProxy(app, deps.trustProxy);
  app.disable("x-powered-by");

  app.use(
    inTurn([
      meterRequests(deps.metrics),
      // Before everything but the count: whoever is refused for too much load must not cost much.
      loadShedding(deps),
      requestLog(deps),
      securityHeaders(deps),
      hostNamed,
      ...(deps.httpsOnly ? [httpsOnly] : []),
    ]),
  );
  app.use("/api", portalOnly(deps.portalOrigin));

  // Before the operations, so that neither another method nor a wrong query tells that there is something.
  if (deps.metricsToken === null) app.all("/metrics", directOnly(deps));
  const routeDeps = { ...deps, apiDocument: sentDocument(openApiDocument(deps)) };
  for (const operation of OPERATION_LIST) {
    const { method, path, operationId } = operation;
    app[method](path, runRoute(operation, HANDLERS[operationId], routeDeps));
  }
  for (const path of new Set(OPERATION_LIST.map(({ path }) => path))) app.all(path, methodNotAllowed(methodsAt(path)));
  app.use(serveDocs(deps));
  if (deps.pages !== null) app.use(servePages(deps.pages, deps));
  app.use(notFound);
  app.use(failed);
  return app;
}

/** SPEC 5.8: one origin, POST and OPTIONS, Content-Type and Authorization. */
function portalOnly(portalOrigin: string): RequestHandler {
  return cors({
    origin: [portalOrigin],
    methods: ["POST", "OPTIONS"],
    allowedHeaders: ["Content-Type", "Authorization"],
    maxAge: 600,
  });
}

/** For other callers than a program on this machine there is nothing at this address. */
function directOnly({ trustProxy }: AppDeps): RequestHandler {
  return (req, res, next) => (isDirect(req, trustProxy) ? next() : notFound(req, res, next));
}

/** What an address answers: `/users/bulk` is a user's address too, for an employee whose number is `bulk`. */
function methodsAt(path: string): string[] {
  const parts = path.split("/");
  const operations = OPERATION_LIST.filter((operation) => {
    const pattern = operation.path.split("/");
    return pattern.length === parts.length && pattern.every((part, i) => part.startsWith(":") || part === parts[i]);
  });
  // Express answers HEAD wherever there is a GET.
  return operations.flatMap(({ method }) => (method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()]));
}

const notFound: RequestHandler = (req, res) => {
  send(refusalAnswer(refuse("NOT_FOUND", { code: "address.unknown" })), req, res);
};

/** What goes wrong before an operation is reached, an address that cannot be decoded for one. */
const failed: ErrorRequestHandler = (error, req, res, _next) => {
  send(failureAnswer(error, req.log), req, res);
};
