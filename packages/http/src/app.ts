import { MCP_ENDPOINT, OPERATION_LIST } from "@retrieval/api";
import { refuse } from "@retrieval/core/errors";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import { failureAnswer, refusalAnswer } from "./answers/error-answers.js";
import { send } from "./answers/send.js";
import type { AppDeps } from "./deps.js";
import { assistantHandler } from "./handlers/assistants.js";
import { HANDLERS } from "./handlers/index.js";
import { asOneMiddleware } from "./middleware/as-one-middleware.js";
import { countRequests } from "./middleware/count-requests.js";
import { isDirect } from "./middleware/direct-call.js";
import { httpsOnly } from "./middleware/https-only.js";
import { loadShedding } from "./middleware/load-shedding.js";
import { oneHost } from "./middleware/one-host.js";
import { ownHost } from "./middleware/own-host.js";
import { portalOnly } from "./middleware/portal-only.js";
import { requestLog } from "./middleware/request-log.js";
import { securityHeaders } from "./middleware/security-headers.js";
import { anyOrigin } from "./oauth/any-origin.js";
import { serveOAuth, tokenNeeded } from "./oauth/serve-oauth.js";
import { openApiDocument } from "./openapi/openapi-document.js";
import { sentDocument } from "./openapi/sent-document.js";
import { serveDocs } from "./openapi/serve-docs.js";
import { servePages } from "./pages/serve-pages.js";
import { methodNotAllowed, methodsAt } from "./routing/method-not-allowed.js";
import { parseQuery } from "./routing/read-query.js";
import { serveOperation } from "./routing/serve-operation.js";

/** The service's HTTP interface as an Express app. It never listens; `createServer` makes the server around it. */
export function createApp(deps: AppDeps): Express {
  const app = express();
  app.set("case sensitive routing", true);
  app.set("strict routing", true);
  app.set("etag", false);
  app.set("query parser", parseQuery);
  app.set("trust proxy", deps.trustProxy);
  app.disable("x-powered-by");

  app.use(
    asOneMiddleware([
      countRequests(deps.metrics),
      // Directly after the count: a request that is refused because of load must not cost much.
      loadShedding(deps),
      requestLog(deps),
      securityHeaders(deps),
      oneHost,
      ...(deps.httpsOnly ? [httpsOnly] : []),
    ]),
  );
  app.use("/api", portalOnly(deps.portalOrigin));

  // Before the operations, so that neither another method nor a wrong query shows that the address exists.
  if (deps.metricsToken === null) app.all("/metrics", directOnly(deps));
  const routeDeps = { ...deps, apiDocument: sentDocument(openApiDocument(deps)) };
  const { assistants, authorizationServer } = deps;
  if (assistants !== null) {
    const { origin } = assistants;
    app.all(MCP_ENDPOINT.path, ownHost(origin), anyOrigin);
    const challenge = authorizationServer === null ? undefined : tokenNeeded(origin);
    app.post(MCP_ENDPOINT.path, serveOperation(MCP_ENDPOINT, assistantHandler(assistants), routeDeps, challenge));
    app.all(MCP_ENDPOINT.path, methodNotAllowed(["POST"]));
    if (authorizationServer !== null) app.use(serveOAuth(origin, authorizationServer, deps));
  }
  for (const operation of OPERATION_LIST) {
    const { method, path, operationId } = operation;
    app[method](path, serveOperation(operation, HANDLERS[operationId], routeDeps));
  }
  for (const path of new Set(OPERATION_LIST.map(({ path }) => path))) app.all(path, methodNotAllowed(methodsAt(path)));
  app.use(serveDocs(deps));
  if (deps.pages !== null) app.use(servePages(deps.pages, deps));
  app.use(notFound);
  app.use(failed);
  return app;
}

/** Answers a program on this machine only; for other callers the address does not exist. */
function directOnly({ trustProxy }: AppDeps): RequestHandler {
  return (req, res, next) => (isDirect(req, trustProxy) ? next() : notFound(req, res, next));
}

const notFound: RequestHandler = (req, res) => {
  send(refusalAnswer(refuse("NOT_FOUND", { code: "address.unknown" })), req, res);
};

/** Errors before an operation is reached, such as an address that cannot be decoded. */
const failed: ErrorRequestHandler = (error, req, res, _next) => {
  send(failureAnswer(error, req.log), req, res);
};
