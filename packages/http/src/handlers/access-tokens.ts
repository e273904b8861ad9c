import type { accessTokenOperations } from "@retrieval/api";
import { isRefusal, refuse } from "@retrieval/core/errors";
import type { AccessToken } from "@retrieval/core/ports";
import {
  createAccessToken,
  endOf,
  listAccessTokens,
  revokeAccessToken,
  revokeAllAccessTokens,
} from "@retrieval/core/use-cases";
import type { HandlersOf } from "../routing/handler.js";
import { wholeList } from "../routing/page-cursors.js";
import { addressKey } from "../routing/rate-limits.js";

export const accessTokenHandlers: HandlersOf<
  typeof accessTokenOperations,
  "accessTokens" | "clock" | "newId" | "newSecret" | "tokenAudiences" | "auditIntake" | "users"
> = {
  async listOwnTokens(_request, deps, { user }) {
    const tokens = await listAccessTokens(user.user_id, deps);
    return { status: 200, body: wholeList(tokens.map(shownToken)) };
  },
  async createToken({ body, req }, deps, { user, claims }) {
    const { tokenAudiences } = deps;
    if (tokenAudiences.length === 0) return refuse("FORBIDDEN", { code: "access_tokens.off" });
    if (!tokenAudiences.includes(body.audience)) return refuse("FORBIDDEN", { code: "assistants.off" });
    // Only the token of a session opens this operation, so there are claims.
    const by = { user, signed_in_at: claims?.iat ?? 0, address: addressKey(req.ip) };
    const created = await createAccessToken(body, by, deps);
    if (isRefusal(created)) return created;
    return { status: 201, body: { ...shownToken(created.token), token: created.text } };
  },
  async revokeOwnToken({ params }, deps, { user }) {
    const { user_id } = user;
    return (await revokeAccessToken(params.token_id, user_id, user_id, deps)) ?? { status: 204 };
  },
  async listTokensOfUser({ params }, deps) {
    const { user_id } = params;
    if ((await deps.users.find(user_id)) === null) return refuse("USER_NOT_FOUND", { code: "user.unknown" });
    const tokens = await listAccessTokens(user_id, deps);
    return { status: 200, body: wholeList(tokens.map(shownToken)) };
  },
  async revokeTokenOfUser({ params: { user_id, token_id } }, deps, { user }) {
    return (await revokeAccessToken(token_id, user_id, user.user_id, deps)) ?? { status: 204 };
  },
  async revokeAllTokens(_request, deps, { user }) {
    return { status: 200, body: { revoked: await revokeAllAccessTokens(user.user_id, deps) } };
  },
};

/** A token as its user and administrators see it. */
function shownToken(token: AccessToken) {
  const { token_id, name, audience, role, client_id, last_used_at } = token;
  return {
    token_id,
    name,
    audience,
    role,
    expires_at: new Date(endOf(token)).toISOString(),
    client_id,
    last_used_at: last_used_at === null ? null : new Date(last_used_at).toISOString(),
  };
}
