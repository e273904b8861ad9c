import { MCP_ENDPOINT, sentenceOf } from "@retrieval/api";
import { refuse } from "@retrieval/core/errors";
import express, { type RequestHandler } from "express";
import type { Answer } from "../answers/answer.js";
import { failureAnswer, refusalAnswer } from "../answers/error-answers.js";
import { send } from "../answers/send.js";
import type { AppDeps, AuthorizationServer } from "../deps.js";
import { methodNotAllowed } from "../routing/method-not-allowed.js";
import { addressKey } from "../routing/rate-limits.js";
import { anyOrigin } from "./any-origin.js";

/** The addresses of the authorization server, and the one scope of its tokens. */
export const OAUTH = {
  authorization: "/oauth/authorize",
  token: "/oauth/token",
  revocation: "/oauth/revoke",
  scope: "documents:read",
} as const;

/** RFC 8414 §3, RFC 9728 §3.1. */
const SERVER_METADATA = "/.well-known/oauth-authorization-server";
const RESOURCE_METADATA = `/.well-known/oauth-protected-resource${MCP_ENDPOINT.path}`;

const NO_REGISTRATION = refuse("NOT_FOUND", { code: "authorization.no_registration" });

/** Tells a client without a token where it gets one (RFC 9728 §5.1). */
export function tokenNeeded(origin: string): string {
  return `Bearer resource_metadata="${origin}${RESOURCE_METADATA}", scope="${OAUTH.scope}"`;
}

/** Serves the addresses of OAuth: the metadata by which clients find the others, and the library's own. */
export function serveOAuth(origin: string, server: AuthorizationServer, deps: AppDeps): express.Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  const { limits, metrics } = deps;
  router.use([RESOURCE_METADATA, SERVER_METADATA, OAUTH.token, OAUTH.revocation], anyOrigin);
  const metadata = (path: string, body: object) => {
    router.get(path, (req, res) => send({ status: 200, body }, req, res));
    router.all(path, methodNotAllowed(["GET", "HEAD"]));
  };
  metadata(RESOURCE_METADATA, {
    resource: `${origin}${MCP_ENDPOINT.path}`,
    authorization_servers: [origin],
    scopes_supported: [OAUTH.scope],
    bearer_methods_supported: ["header"],
  });
  metadata(SERVER_METADATA, {
    issuer: origin,
    authorization_endpoint: origin + OAUTH.authorization,
    token_endpoint: origin + OAUTH.token,
    revocation_endpoint: origin + OAUTH.revocation,
    scopes_supported: [OAUTH.scope],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    ...withClientKeys("token_endpoint"),
    ...withClientKeys("revocation_endpoint"),
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  });

  // Not counted as in flight: the library waits for bodies and for the documents of clients, which others can make slow.
  const answer: RequestHandler = async (req, res) => {
    try {
      await server.answer(req, res);
    } catch (error) {
      send(oauthError(failureAnswer(error, req.log)), req, res);
    }
  };
  /** Each begins with a record, and may fetch the document of a client. */
  const limitedBegin: RequestHandler = async (req, res, next) => {
    if ((await limits.signInFailures.hit(`authorize ${addressKey(req.ip)}`)) === null) return next();
    metrics.count("limited", { limit: "sign_in_failures" });
    res.redirect(303, "/authorize?error=temporarily_unavailable");
  };
  /** All users of an application may come from its few addresses. */
  const limited: RequestHandler = async (req, res, next) => {
    const refused = await limits.reads.hit(`oauth ${addressKey(req.ip)}`);
    if (refused === null) return next();
    metrics.count("limited", { limit: "reads" });
    send(oauthError(refused), req, res);
  };
  router.get(OAUTH.authorization, limitedBegin, answer);
  router.get(`${OAUTH.authorization}/:authorization_id`, limited, answer);
  router.post([OAUTH.token, OAUTH.revocation], limited, answer);
  // Where clients register that found no `registration_endpoint` (MCP 2025-03-26). They show the answer to their user.
  router.post("/register", (req, res) => send(refusalAnswer(NO_REGISTRATION), req, res));
  router.all([OAUTH.authorization, `${OAUTH.authorization}/:authorization_id`], methodNotAllowed(["GET", "HEAD"]));
  router.all([OAUTH.token, OAUTH.revocation], methodNotAllowed(["POST"]));
  return router;
}

/** A client has no secret: it shows a key of its document, or nothing. */
function withClientKeys(endpoint: string) {
  return {
    [`${endpoint}_auth_methods_supported`]: ["none", "private_key_jwt"],
    [`${endpoint}_auth_signing_alg_values_supported`]: ["ES256", "RS256", "PS256", "EdDSA"],
  };
}

/** A refusal of ours in the form of RFC 6749 §5.2. */
function oauthError({ status, headers, refused }: Answer): Answer {
  const error_description = refused && sentenceOf(refused.problems, "en");
  return { status, headers: headers ?? {}, body: { error: "temporarily_unavailable", error_description } };
}
