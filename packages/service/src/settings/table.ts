import { createPrivateKey, X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { SHARED_SECRET_MIN, sharedSecret } from "@retrieval/core";
import { KEY_MAX, NAME_MAX, problemWithKey, problemWithName } from "@retrieval/core/limits";
import { privateTokenKey } from "../adapters/json-web-tokens.js";
import { isLoopback } from "./host.js";
import { choice, file, flag, hidden, number, required, secret, text, timeZone, tried, withDefault } from "./setting.js";

const secretOfPortal = secret("at least 64 characters, without white space at its ends", (given) =>
  [...given].length < SHARED_SECRET_MIN || given !== given.trim() ? undefined : sharedSecret(given),
);

const tokenKey = file("a P-256 private key in PEM form, which ES256 needs", (pem) => tried(() => privateTokenKey(pem)));

const urlOf = (given: string) => tried(() => new URL(given));

const modelUrl = hidden(
  "the base of an API, such as http://models:8080/v1, without user, password or query",
  (given) => {
    const url = urlOf(given);
    return url && /^https?:$/.test(url.protocol) && !(url.username || url.password || url.search || url.hash)
      ? given
      : undefined;
  },
);

const modelKey = secret("visible ASCII characters only", (key) => (/^[\x21-\x7e]+$/.test(key) ? key : undefined));

/** Sent in a header. A random token of 16 hexadecimal digits has fewer different characters only once in millions. */
const metricsToken = secret(
  "at least 16 visible ASCII characters, 5 of them different; `openssl rand -hex 32` makes a good one",
  (token) => (/^[\x21-\x7e]{16,}$/.test(token) && new Set(token).size >= 5 ? token : undefined),
);

const redisUrl = secret("an address like redis://host:6379 or rediss://user:password@host:6379", (given) =>
  /^rediss?:\/\/./.test(given.trim()) && urlOf(given.trim())?.hostname ? given.trim() : undefined,
);

/** Hidden, because a password may be in it by mistake. */
const searchUrls = hidden(
  "addresses separated by commas, each https://host:port, or http:// for a loopback address, without path, user or password",
  (given): readonly string[] | undefined => {
    const origins = given.split(",").map((address) => searchOrigin(address.trim()));
    return origins.every((origin) => origin !== undefined) ? [...new Set(origins)] : undefined;
  },
);

function searchOrigin(given: string): string | undefined {
  const origin = publicOrigin(given);
  if (origin === undefined || origin.startsWith("https:")) return origin;
  return isLoopback(new URL(origin).hostname.replace(/^\[|\]$/g, "")) ? origin : undefined;
}

function certificates(pem: string): string | undefined {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs) ?? [];
  const isRead = (block: string) => tried(() => new X509Certificate(block)) !== undefined;
  return blocks.length > 0 && blocks.every(isRead) ? pem : undefined;
}

/** A comma would list several hosts, which `pg` does not take. */
function serverUrl(given: string): URL | undefined {
  const url = /^postgres(ql)?:\/\/./.test(given) ? urlOf(given) : undefined;
  return url && !/,/.test(url.host + url.pathname) ? url : undefined;
}

/** The role that the service signs in as; the owner of the tables creates it. */
export interface ServiceLogin {
  readonly role: string;
  readonly password: string;
}

/** The role in the URL by which the service will reach its database. The address in it is ignored. */
function serviceLogin(given: string): ServiceLogin | undefined {
  const { username, password } = serverUrl(given) ?? { username: "", password: "" };
  // A % may begin no escape (RFC 3986 §2.1).
  const login = tried(() => ({ role: decodeURIComponent(username), password: decodeURIComponent(password) }));
  return login?.role && login.password ? login : undefined;
}

/** A name, an IPv4 or a bracketed IPv6 address; no wildcard. */
const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/;

/** A host name, or an origin: `portal.example.com`, `https://portal.example.com`, `http://127.0.0.1:8080`. */
function portalOrigin(given: string): string | undefined {
  const url = given.endsWith("/") ? undefined : urlOf(/^https?:\/\//.test(given) ? given : `https://${given}`);
  return url && HOST_NAME.test(url.hostname) && url.pathname === "/" && !(url.search || url.hash || url.username)
    ? url.origin
    : undefined;
}

function publicOrigin(given: string): string | undefined {
  const { origin = "", protocol = "" } = urlOf(given) ?? {};
  return /^https?:$/.test(protocol) && [origin, `${origin}/`].includes(given) ? origin : undefined;
}

/** A name whose last label is a number would be an address, if it were valid. */
const LISTEN_NAME =
  /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)*(?!\d+$)[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/i;

/** Express would take the text "1" for an address. */
function trustProxy(given: string): false | number | readonly string[] | undefined {
  if (/^\d{1,2}$/.test(given)) return Number(given) || false;
  const parts = given.split(",").map((part) => part.trim());
  return parts.every((part) => /^(loopback|linklocal|uniquelocal)$/.test(part) || isAddressBlock(part))
    ? parts
    : undefined;
}

function isAddressBlock(given: string): boolean {
  const [address = "", bits = "0", ...rest] = given.split("/");
  const version = isIP(address);
  return version !== 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
}

function addressBlocks(given: string): readonly string[] | undefined {
  const parts = given.split(",").map((part) => part.trim());
  return parts.every(isAddressBlock) ? parts : undefined;
}

const FIELD = "at most 128 characters, without white space at its ends and without control characters";

export const DATABASE_SETTINGS = {
  DATABASE_URL: required(
    secret(
      "one URL like postgres://user:password@host:5432/name, or the word embedded; for a primary with standbys, it is the address that always leads to the primary",
      (url) => (url === "embedded" || serverUrl(url) ? url : undefined),
    ),
    "",
  ),
  DATABASE_POOL_SIZE: number(10, 1, 1_000),
  DATA_DIR: withDefault(text(), "./data"),
};

/** Of `retrieval migrate --service-role`. */
export const MIGRATION_SETTINGS = {
  ...DATABASE_SETTINGS,
  SERVICE_DATABASE_URL: required(
    secret(
      "a URL with a role and a password, in which % is written as %25: postgres://role:password@host:5432/name",
      serviceLogin,
    ),
    { role: "", password: "" },
  ),
};

/** All settings of the service. texts.json says what each is for; the documents have both in one table. */
export const SETTINGS = {
  SSO_SHARED_SECRET: required(secretOfPortal, sharedSecret("unset")),
  SSO_SHARED_SECRET_PREVIOUS: secretOfPortal,
  SSO_TIMESTAMP_TOLERANCE: number(300, 1, 3_600),
  SSO_SINGLE_USE: flag(false),
  JWT_EXPIRES_HOURS: number(3, 0.05, 24, { whole: false }),
  JWT_ISSUER: withDefault(
    text("a text of at most 200 characters", (given) => (given.length > 200 ? undefined : given)),
    "retrieval-service",
  ),
  JWT_PRIVATE_KEY_FILE: tokenKey,
  JWT_PREVIOUS_KEY_FILE: tokenKey,
  ACCESS_TOKENS: flag(true),
  MCP: flag(false),
  PUBLIC_URL: text("an origin like https://documents.example.com", publicOrigin),
  PORTAL_DOMAIN: required(text("a domain or an origin without a path", portalOrigin), ""),
  ...DATABASE_SETTINGS,
  HOST: withDefault(
    text("an address or a host name to listen at", (host) =>
      isIP(host) !== 0 || LISTEN_NAME.test(host) ? host : undefined,
    ),
    "127.0.0.1",
  ),
  PORT: number(3_000, 0, 65_535),
  TRUST_PROXY: withDefault(
    text(
      "a number of hops, or addresses, CIDR blocks, loopback, linklocal, uniquelocal, separated by commas",
      trustProxy,
    ),
    false,
    "",
  ),
  OUTGOING_PRIVATE_NETWORKS: withDefault<readonly string[]>(
    text("addresses or CIDR blocks, separated by commas", addressBlocks),
    [],
    "",
  ),
  TLS_CERT_FILE: file("a certificate in PEM form", (pem) => tried(() => new X509Certificate(pem)) && pem),
  TLS_KEY_FILE: file(
    "a private key in PEM form without a passphrase",
    (pem) => tried(() => createPrivateKey(pem)) && pem,
  ),
  RATE_LIMIT_SIGN_IN_FAILURES: number(30, 1, 1_000_000),
  RATE_LIMIT_READS: number(600, 1, 1_000_000),
  MAX_REQUESTS_IN_FLIGHT: number(128, 1, 1_000_000),
  RERANK_URL: modelUrl,
  RERANK_MODEL: text(),
  RERANK_KEY: modelKey,
  WORDS_SHARE: number(0.25, 0, 1, { whole: false }),
  // The database ends every other statement after 30 seconds.
  SEARCH_TIMEOUT_MS: number(2_000, 100, 30_000),
  SEARCH_URL: searchUrls,
  // A colon ends the user in HTTP's basic authentication (RFC 7617 §2).
  SEARCH_USER: text("a text without a colon", (user) => (user.includes(":") ? undefined : user)),
  SEARCH_PASSWORD: secret(),
  SEARCH_CA_FILE: file("certificates in PEM form", certificates),
  // OpenSearch refuses more shards of one index.
  SEARCH_SHARDS: number(3, 1, 1_024),
  SEARCH_REPLICAS: number(1, 0, 10),
  SEARCH_REQUIRED: flag(true),
  MEANING: choice(["on", "off"], "on"),
  EMBEDDING_URL: modelUrl,
  EMBEDDING_MODEL: text(),
  EMBEDDING_KEY: modelKey,
  EMBEDDING_QUERY_PREFIX: withDefault(text(), ""),
  EMBEDDING_PASSAGE_PREFIX: withDefault(text(), ""),
  ANSWER_URL: modelUrl,
  ANSWER_MODEL: text(),
  ANSWER_KEY: modelKey,
  ANSWER_TIMEOUT_MS: number(30_000, 1_000, 300_000),
  MODELS_FOR_RESTRICTED: flag(false),
  REDIS_URL: redisUrl,
  METRICS_TOKEN: metricsToken,
  // The database itself never deletes entries younger than 30 days.
  AUDIT_RETENTION_DAYS: number(400, 30, 36_500),
  USAGE: flag(true),
  DRAIN_SECONDS: number(0, 0, 60),
  FOUR_EYES: flag(false),
  NEW_DOCUMENTS: choice(["open", "restricted"], "open"),
  RETENTION_YEARS: number(7, 1, 100),
  TIME_ZONE: timeZone,
  ADMIN_USER_ID: text(FIELD, (id) => (problemWithKey("", id, KEY_MAX) === null ? id : undefined)),
  ADMIN_DISPLAY_NAME: text(FIELD, (name) => (problemWithName("", name, NAME_MAX) === null ? name : undefined)),
  LOG_LEVEL: choice(["fatal", "error", "warn", "info", "debug", "trace", "silent"], "info"),
};

export type SettingName = keyof typeof SETTINGS;
