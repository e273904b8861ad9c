import { refuse, sameText } from "@retrieval/core";
import { serviceOperations } from "../openapi/operations/operation.js";
import { bearerToken } from "../pipeline/authenticate.js";
import { route } from "../pipeline/route.js";

const NOT_THE_TOKEN = refuse("UNAUTHORIZED", "This needs the token of METRICS_TOKEN: Authorization: Bearer <token>.");

export const operationRoutes = [
  route({
    method: "get",
    path: "/healthz",
    access: "public",
    operation: serviceOperations.readHealth,
    query: "ignored",
    async handle() {
      return { status: 200, body: { status: "ok" } };
    },
  }),
  route({
    method: "get",
    path: "/readyz",
    access: "public",
    operation: serviceOperations.readReadiness,
    query: "ignored",
    async handle(_request, { ready }) {
      await ready();
      return { status: 200, body: { status: "ready" } };
    },
  }),
  route({
    method: "get",
    path: "/metrics",
    access: "public",
    operation: serviceOperations.readMetrics,
    async handle({ req }, { metrics, metricsToken }) {
      if (metricsToken !== null && !sameText(bearerToken(req) ?? "", metricsToken)) return NOT_THE_TOKEN;
      const { mediaType, text } = await metrics.exposition();
      return { status: 200, bytes: Buffer.from(text, "utf8"), headers: { "Content-Type": mediaType } };
    },
  }),
  route({
    method: "get",
    path: "/.well-known/jwks.json",
    access: "public",
    operation: serviceOperations.readPublicKeys,
    query: "ignored",
    async handle(_request, { tokens }) {
      return { status: 200, body: { keys: tokens.publicKeys() }, headers: { "Cache-Control": "public, max-age=300" } };
    },
  }),
  route({
    method: "get",
    path: "/api/openapi.json",
    access: "public",
    operation: serviceOperations.readApiDocument,
    async handle(_request, { apiDocument: { bytes, etag } }) {
      const headers = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-cache", ETag: etag };
      return { status: 200, bytes, headers };
    },
  }),
];
