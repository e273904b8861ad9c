import type { sessionOperations } from "@retrieval/api";
import { readerFilter, readerOf } from "@retrieval/core";
import { refuse } from "@retrieval/core/errors";
import type { HandlersOf } from "../routing/handler.js";

export const sessionHandlers: HandlersOf<
  typeof sessionOperations,
  "answering" | "fourEyes" | "ledger" | "portalOrigin" | "timeZone" | "tokenAudiences" | "version"
> = {
  async readSession({ query }, _deps, { user, credential, ...session }) {
    // What a token's holder learns must not exceed what the pages show its user.
    if (query.principals && credential !== "session")
      return refuse("FORBIDDEN", { code: "access_token.no_principals" });
    const { user_id, display_name, role } = user;
    const expires_at = new Date(session.expires_at).toISOString();
    // For services that decide by live state; pages ask without and show neither department nor groups (SPEC 1).
    const filter = query.principals ? readerFilter(readerOf(user)) : {};
    return { status: 200, body: { user_id, display_name, role, expires_at, ...filter } };
  },
  async endSession(_request, { ledger }, { claims }) {
    // Only the token of a session opens this operation, so there are claims.
    if (claims !== null) await ledger.endSession(claims.jti, claims.exp);
    return { status: 204 };
  },
  async readConfiguration(_request, { portalOrigin, version, timeZone, answering, fourEyes, tokenAudiences }) {
    const body = {
      portal_origin: portalOrigin,
      version,
      time_zone: timeZone,
      answers_by_model: answering !== null,
      four_eyes: fourEyes,
      access_tokens: [...tokenAudiences],
    };
    return { status: 200, body };
  },
};
