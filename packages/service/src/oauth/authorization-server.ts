import { generateKeyPairSync } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { UnavailableError } from "@retrieval/core/errors";
import { APPLICATION_DAYS } from "@retrieval/core/limits";
import { tokenText } from "@retrieval/core/use-cases";
import { type AuthorizationServer, OAUTH, type WaitingAuthorization } from "@retrieval/http";
import { type Configuration, errors, interactionPolicy, type KoaContextWithOIDC, Provider } from "oidc-provider";
import type { Logger } from "pino";
import { Grants, NoSessions, type RecordDeps, Records, RenewedTokens } from "./records.js";

export interface AuthorizationServerParts extends RecordDeps {
  /** At which users reach the service: `https://documents.example.com`. */
  readonly origin: string;
  /** 256 random bits as base64url. */
  readonly newSecret: () => string;
  /** For the documents of clients, and never a private address. */
  readonly fetch: typeof fetch;
  readonly logger: Logger;
}

/** In seconds. */
const HOUR = 3_600;
const CONSENT_WITHIN = 15 * 60;
const CODE_WITHIN = 60;
const DAYS = APPLICATION_DAYS * 86_400;
/** In characters. The database finds connections by it. */
const CLIENT_ID_MAX = 1_000;
/** In characters. */
const NAME_SHOWN = 100;

/**
 * OAuth 2.1 for /mcp: authorization code with PKCE, for clients that are named by the address of their metadata document
 * (docs/decisions/0055). The library keeps the protocol; its users, its consent and its tokens are the service's.
 */
export class OidcAuthorizationServer implements AuthorizationServer {
  readonly #provider: Provider;
  readonly #callback: ReturnType<Provider["callback"]>;
  readonly #origin: URL;

  constructor(parts: AuthorizationServerParts) {
    const { origin, logger } = parts;
    this.#origin = new URL(origin);
    const provider = new Provider(origin, configurationOf(parts));
    // An access token is opened as one that its user pasted, and has the same form.
    Object.assign(provider.AccessToken.prototype, {
      generateTokenId(this: { format: string }) {
        this.format = "opaque";
        return tokenText("mcp", parts.newSecret());
      },
    });
    // It reads the two headers that `answer` writes.
    provider.proxy = true;
    // No user has answered yet, and anyone can write a document: an error leads no browser to its address (RFC 9700 §4.11.2).
    provider.use(async (ctx, next) => {
      await next();
      if (ctx.oidc?.route === "authorization" && !/^\/authorize/.test(ctx.response.get("Location")))
        refuseOnPage(ctx, "invalid_request");
    });
    provider.on("server_error", (ctx, err) => {
      if (err instanceof UnavailableError) {
        ctx.status = 503;
        logger.warn({ reason: err.message }, "the service cannot answer for the moment");
      } else logger.error({ err }, "request failed");
    });
    const refused = (_ctx: KoaContextWithOIDC, error: errors.OIDCProviderError) => {
      const { error: code, error_description, error_detail } = error;
      logger.info({ code, error_description, error_detail }, "a request of an application was refused");
    };
    provider.on("authorization.error", refused);
    provider.on("grant.error", refused);
    this.#provider = provider;
    this.#callback = provider.callback();
  }

  async answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    // Its addresses are those of the issuer, whatever a proxy or a client writes.
    req.headers["x-forwarded-proto"] = this.#origin.protocol.slice(0, -1);
    req.headers["x-forwarded-host"] = this.#origin.host;
    await this.#callback(req, res);
  }

  async decide(
    authorization_id: string,
    connection: { readonly token_id: string; readonly user_id: string } | null,
    req: IncomingMessage,
    res: ServerResponse,
  ): Promise<string | null> {
    const waiting = await this.waiting(authorization_id, req, res);
    if (waiting === null) return null;
    if (connection === null)
      return this.#provider.interactionResult(req, res, {
        error: "access_denied",
        error_description: "The user did not allow it.",
      });
    const accountId = connection.user_id;
    const grant = new this.#provider.Grant({ accountId, clientId: waiting.client_id });
    grant.jti = connection.token_id;
    grant.addResourceScope(resourceOf(this.#provider.issuer), OAUTH.scope);
    const grantId = await grant.save();
    return this.#provider.interactionResult(req, res, { login: { accountId, remember: false }, consent: { grantId } });
  }

  /** Its cookie is in the browser that began the request: the consent of another browser's user is not for it. */
  async waiting(
    authorization_id: string,
    req: IncomingMessage,
    res: ServerResponse,
  ): Promise<WaitingAuthorization | null> {
    const interaction = await this.#provider.interactionDetails(req, res).catch((error: unknown) => {
      if (error instanceof errors.SessionNotFound) return null;
      throw error;
    });
    if (interaction?.uid !== authorization_id || interaction.result !== undefined) return null;
    const { client_id, redirect_uri } = interaction.params;
    const client = await this.#provider.Client.find(String(client_id));
    if (client === undefined) return null;
    return {
      client_id: client.clientId,
      // A longer name would push what is true off the screen.
      client_name: client.clientName === undefined ? null : [...client.clientName].slice(0, NAME_SHOWN).join(""),
      redirect_uri: String(redirect_uri),
    };
  }
}

/** Whether the current request is of an application, and not of a browser. */
const isForTokens = () => ["token", "revocation"].includes(Provider.ctx?.oidc.route ?? "");

const resourceOf = (origin: string) => `${origin}/mcp`;

function configurationOf(parts: AuthorizationServerParts): Configuration {
  const { origin, authorizations, fetch } = parts;
  const resource = resourceOf(origin);
  const adapters: Readonly<Record<string, () => Records>> = {
    Grant: () => new Grants(parts, () => Provider.ctx?.oidc.route === "token"),
    AccessToken: () => new RenewedTokens(parts),
    Session: () => new NoSessions(parts),
  };
  // Consent is asked for each request, and only the result of the page gives it.
  const consent = new interactionPolicy.Prompt(
    { name: "consent", requestable: true },
    new interactionPolicy.Check("always", "the user is always asked", ({ oidc }) => {
      // RFC 6749 §3.3: what a client asks for beyond the one scope is ignored.
      if (oidc.params) oidc.params.scope = OAUTH.scope;
      return oidc.result?.consent === undefined;
    }),
  );
  const policy = interactionPolicy.base();
  policy.clear();
  policy.add(consent);
  return {
    adapter: (kind) => adapters[kind]?.() ?? new Records(kind, parts),
    routes: { authorization: OAUTH.authorization, token: OAUTH.token, revocation: OAUTH.revocation },
    // The library wants a key for ID tokens, of which there are none.
    jwks: { keys: [generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" })] },
    scopes: [],
    claims: {},
    responseTypes: ["code"],
    clientAuthMethods: ["none", "private_key_jwt"],
    clientDefaults: {
      // RFC 8252 §7.3: a loopback address with any port.
      application_type: "native",
      id_token_signed_response_alg: "ES256",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      response_modes: ["query"],
      token_endpoint_auth_method: "none",
    },
    pkce: { required: () => true },
    features: {
      clientIdMetadataDocument: {
        enabled: true,
        ack: "draft-02",
        // Any caller can name a client here. Elsewhere, a request of one began with a limited number a minute.
        allowFetch: (_ctx, client_id) =>
          client_id.length <= CLIENT_ID_MAX && (!isForTokens() || authorizations.isConnected(client_id)),
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        getResourceServerInfo: (_ctx, asked) => {
          if (asked !== resource) throw new errors.InvalidTarget();
          return { scope: OAUTH.scope, audience: resource, accessTokenFormat: "opaque", accessTokenTTL: HOUR };
        },
      },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    fetch,
    // It reads no more than that.
    fetchResponseBodyLimits: { "client_id metadata document": Number.POSITIVE_INFINITY },
    interactions: { policy, url: (_ctx, { uid }) => `/authorize/${uid}` },
    // The pages read the waiting request through the API.
    cookies: {
      short: { httpOnly: true, sameSite: "lax", path: "/api/authorizations" },
      long: { httpOnly: true, sameSite: "lax", path: OAUTH.authorization },
    },
    loadExistingGrant: ({ oidc }) => {
      const grantId = oidc.result?.consent?.grantId;
      return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId);
    },
    // A record of a user who was signed out or deactivated is not found.
    findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed("refresh_token"),
    rotateRefreshToken: true,
    revokeGrantPolicy: () => true,
    expiresWithSession: () => false,
    ttl: {
      AccessToken: HOUR,
      AuthorizationCode: CODE_WITHIN,
      Grant: DAYS,
      Interaction: CONSENT_WITHIN,
      RefreshToken: DAYS,
      Session: CONSENT_WITHIN,
    },
    renderError: (ctx, { error }) => refuseOnPage(ctx, error),
  };
}

function refuseOnPage(ctx: Pick<KoaContextWithOIDC, "status" | "redirect">, error: string): void {
  ctx.status = 303;
  ctx.redirect(`/authorize?error=${encodeURIComponent(error)}`);
}
