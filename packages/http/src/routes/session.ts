import { readerFilter, readerOf } from "@retrieval/core";
import Type from "typebox";
import { signInOperations } from "../openapi/operations/sign-in.js";
import { route } from "../pipeline/route.js";

export const sessionRoutes = [
  route({
    method: "get",
    path: "/api/session",
    access: "reader",
    operation: signInOperations.readSession,
    query: Type.Object({ principals: Type.Boolean({ default: false }) }),
    async handle({ query }, _deps, { user, claims }) {
      const { user_id, display_name, role } = user;
      const expires_at = new Date(claims.exp * 1000).toISOString();
      // For services that decide by live state; pages ask without and show neither department nor groups (SPEC 1).
      const filter = query.principals ? readerFilter(readerOf(user)) : {};
      return { status: 200, body: { user_id, display_name, role, expires_at, ...filter } };
    },
  }),
  route({
    method: "get",
    path: "/api/config",
    access: "public",
    operation: signInOperations.readConfiguration,
    async handle(_request, { portalOrigin, version }) {
      return { status: 200, body: { portal_origin: portalOrigin, version } };
    },
  }),
];
