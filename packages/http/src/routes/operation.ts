import { route } from "../pipeline/route.js";

export const operationRoutes = [
  route({
    method: "get",
    path: "/healthz",
    access: "public",
    query: "ignored",
    async handle() {
      return { status: 200, body: { status: "ok" } };
    },
  }),
  route({
    method: "get",
    path: "/readyz",
    access: "public",
    query: "ignored",
    async handle(_request, { ready }) {
      await ready();
      return { status: 200, body: { status: "ready" } };
    },
  }),
  route({
    method: "get",
    path: "/.well-known/jwks.json",
    access: "public",
    query: "ignored",
    async handle(_request, { tokens }) {
      return { status: 200, body: { keys: tokens.publicKeys() }, headers: { "Cache-Control": "public, max-age=300" } };
    },
  }),
];
