import type { authorizationOperations } from "@retrieval/api";
import { isRefusal, refuse } from "@retrieval/core/errors";
import { APPLICATION_DAYS } from "@retrieval/core/limits";
import { connectApplication } from "@retrieval/core/use-cases";
import type { HandlersOf } from "../routing/handler.js";
import { addressKey } from "../routing/rate-limits.js";

const OFF = refuse("FORBIDDEN", { code: "assistants.off" });
const UNKNOWN = refuse("NOT_FOUND", { code: "authorization.unknown" });

export const authorizationHandlers: HandlersOf<
  typeof authorizationOperations,
  "accessTokens" | "auditIntake" | "authorizationServer" | "clock" | "newId" | "newSecret"
> = {
  async readAuthorization({ params, req, res }, { authorizationServer }) {
    if (authorizationServer === null) return OFF;
    const waiting = await authorizationServer.waiting(params.authorization_id, req, res);
    return waiting === null ? UNKNOWN : { status: 200, body: { ...waiting, days: APPLICATION_DAYS } };
  },
  async decideAuthorization({ params: { authorization_id }, body, req, res }, deps, { user, claims }) {
    const { authorizationServer } = deps;
    if (authorizationServer === null) return OFF;
    const waiting = await authorizationServer.waiting(authorization_id, req, res);
    if (waiting === null) return UNKNOWN;
    // Only the token of a session opens this operation, so there are claims.
    const by = { user, signed_in_at: claims?.iat ?? 0, address: addressKey(req.ip) };
    const connection = body.allow ? await connectApplication(waiting.client_id, by, deps) : null;
    if (isRefusal(connection)) return connection;
    const redirect_to = await authorizationServer.decide(authorization_id, connection, req, res);
    return redirect_to === null ? UNKNOWN : { status: 200, body: { redirect_to } };
  },
};
