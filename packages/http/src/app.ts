import { refuse } from "@retrieval/core";
import cors from "cors";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import helmet from "helmet";
import type { AppDeps } from "./deps.js";
import { failureAnswer, refusalAnswer } from "./errors.js";
import { httpsOnly } from "./pipeline/https-only.js";
import { requestLog } from "./pipeline/request-log.js";
import type { Route } from "./pipeline/route.js";
import { runRoute, send } from "./pipeline/run-route.js";
import { ROUTES } from "./routes/index.js";

/** The service's HTTP interface as an Express app. It never listens; see `nativeMessages` for the server around it. */
export function createApp(deps: AppDeps): Express {
  const app = express();
  app.set("case sensitive routing", true);
  app.set("strict routing", true);
  app.set("etag", false);
  app.set("query parser", "simple");
  app.set("trust proxy", deps.trustProxy);
  app.disable("x-powered-by");

  app.use(requestLog(deps));
  app.use(helmet({ strictTransportSecurity: deps.httpsOnly, referrerPolicy: { policy: "no-referrer" } }));
  if (deps.httpsOnly) app.use(httpsOnly);
  app.use("/api", neverStored, portalOnly(deps.portalOrigin));

  for (const [path, routes] of byPath(ROUTES)) {
    for (const route of routes) app[route.method](path, runRoute(route, deps));
    app.all(path, methodNotAllowed(routes));
  }
  app.use(notFound);
  app.use(failed);
  return app;
}

const neverStored: RequestHandler = (_req, res, next) => {
  res.setHeader("Cache-Control", "no-store");
  next();
};

/** SPEC 5.8: one origin, POST and OPTIONS, Content-Type and Authorization. */
function portalOnly(portalOrigin: string): RequestHandler {
  return cors({
    origin: [portalOrigin],
    methods: ["POST", "OPTIONS"],
    allowedHeaders: ["Content-Type", "Authorization"],
    maxAge: 600,
  });
}

function byPath(routes: readonly Route[]): Map<string, Route[]> {
  const paths = new Map<string, Route[]>();
  for (const route of routes) paths.set(route.path, [...(paths.get(route.path) ?? []), route]);
  return paths;
}

function methodNotAllowed(routes: readonly Route[]): RequestHandler {
  // Express answers HEAD wherever there is a GET.
  const methods = routes.flatMap(({ method }) => (method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()]));
  const allowed = [...methods, "OPTIONS"].join(", ");
  const refusal = refuse("METHOD_NOT_ALLOWED", `This address takes ${methods.join(", ")}.`);
  return (req, res) => send(refusalAnswer(refusal, { Allow: allowed }), req, res);
}

const notFound: RequestHandler = (req, res) => {
  send(refusalAnswer(refuse("NOT_FOUND", "There is nothing at this address.")), req, res);
};

/** What goes wrong before a route is reached, an address that cannot be decoded for one. */
const failed: ErrorRequestHandler = (error, req, res, _next) => {
  const answer = failureAnswer(error);
  req.log[answer.status >= 500 ? "error" : "debug"]({ err: error }, "request failed");
  send(answer, req, res);
};
