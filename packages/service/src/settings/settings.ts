import { isIP } from "node:net";
import { phraseOf } from "@retrieval/api/texts";
import {
  type AccessRules,
  CLOSED,
  EVERYONE,
  SHARED_SECRET_MIN,
  type SharedSecret,
  sharedSecret,
} from "@retrieval/core";
import { KEPT_VERSIONS } from "@retrieval/core/documents";
import { KEY_MAX, NAME_MAX, problemWithKey, problemWithName } from "@retrieval/core/limits";
import type { TokenAudience } from "@retrieval/core/ports";
import { privateTokenKey, type TokenKey } from "../adapters/json-web-tokens.js";
import { say, spokenLanguage } from "../texts/say.js";
import { type DatabaseSettings, readDatabase, readServiceLogin, type ServiceLogin } from "./database-settings.js";
import { readMetricsToken } from "./metrics-token.js";
import { type EmbeddingSettings, type ModelSettings, readMeaning, readModel } from "./model-settings.js";
import { type Environment, type SettingProblem, SettingsReader } from "./reader.js";
import { readTls, type TlsSettings } from "./tls.js";
import type { UnknownName } from "./unknown-names.js";

/** The service's validated settings (SPEC 8; packages/service/README.md lists all). */
export interface Settings {
  /** The current secret, then the previous one while it is being rotated. */
  readonly secrets: readonly [SharedSecret, ...SharedSecret[]];
  readonly tolerance: number;
  readonly singleUse: boolean;
  /** In seconds. */
  readonly tokenLifetime: number;
  readonly tokenIssuer: string;
  /** The audiences of access tokens that are accepted; empty: none are. */
  readonly tokenAudiences: readonly TokenAudience[];
  /** The origin at which users reach the service, for assistants; null: there is no address for assistants. */
  readonly assistantsAt: string | null;
  /** P-256 keys, the current one first; empty: keys derived from the secrets. */
  readonly tokenKeys: readonly TokenKey[];
  /** `https://portal.example.com` */
  readonly portalOrigin: string;
  readonly database: DatabaseSettings;
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  readonly trustProxy: false | number | readonly string[];
  readonly tls: TlsSettings | null;
  readonly signInFailuresPerMinute: number;
  readonly readsPerMinute: number;
  readonly maxRequestsInFlight: number;
  /** How long one search may take, in milliseconds. */
  readonly searchTimeout: number;
  /** The model that chooses answers; null: the words of a question choose. */
  readonly answerModel: ModelSettings | null;
  /** How long a model may write one answer, in milliseconds. */
  readonly answerTimeout: number;
  /** Whether search by meaning is on: by the server of `embeddingModel`, else by the embedded model. */
  readonly meaning: boolean;
  readonly embeddingModel: EmbeddingSettings | null;
  /** The model that orders the best sections once more; null: none. */
  readonly rerankModel: ModelSettings | null;
  /** The share of words in the order of an answer where meaning is searched too, from 0 to 1. */
  readonly wordsShare: number;
  /** Documents that are not open to every user may be sent to a model outside the operator's network. */
  readonly modelsForRestricted: boolean;
  /** The Redis in which all instances count rate limits together; null: each counts for itself. */
  readonly redisUrl: string | null;
  /** The token that a scrape of /metrics must send; null: /metrics answers direct calls from this machine only. */
  readonly metricsToken: string | null;
  readonly auditRetentionDays: number;
  /** false: what users look for and read is not counted. */
  readonly usage: boolean;
  readonly newDocumentRules: AccessRules;
  /** Of the dates that name versions; an IANA name. */
  readonly timeZone: string;
  /** How many older versions of a document are kept. */
  readonly keepVersions: number;
  /** How long a stopping service reports it on /readyz before it stops accepting, in seconds. */
  readonly drainSeconds: number;
  readonly firstAdmin: { readonly user_id: string; readonly display_name: string } | null;
  readonly logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";
  /** Problems that do not stop the service from starting; without secrets. */
  readonly warnings: readonly string[];
  /** Names that look like settings but are not. */
  readonly unknown: readonly UnknownName[];
}

/** Every problem of a setting, without secrets. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
  constructor(
    readonly problems: readonly SettingProblem[],
    /** Unknown names may explain why a setting is missing. */
    readonly unknown: readonly UnknownName[] = [],
  ) {
    const lines = [...problems.map(({ text }) => text), ...unknown.map(({ what }) => what)];
    super(`${say("The settings are not valid:")}\n${lines.map((line) => `  - ${line}`).join("\n")}`);
  }
}

/**
 * @param now UNIX time in milliseconds, to check a certificate's dates
 * @throws SettingsError naming all problems at once
 */
export function readSettings(env: Environment, now = Date.now()): Settings {
  const read = new SettingsReader(env);
  const dataDir = readDataDir(read);
  const secrets = readSecrets(read);
  const settings = {
    secrets,
    tolerance: read.number("SSO_TIMESTAMP_TOLERANCE", { default: 300, min: 1, max: 3600 }),
    singleUse: read.flag("SSO_SINGLE_USE"),
    tokenLifetime: Math.round(
      read.number("JWT_EXPIRES_HOURS", { default: 3, min: 0.05, max: 24, whole: false }) * 3600,
    ),
    tokenIssuer: readIssuer(read),
    ...readAssistants(read),
    tokenKeys: readTokenKeys(read),
    portalOrigin: readPortalOrigin(read),
    database: readDatabase(read, dataDir),
    dataDir,
    host: readHost(read),
    port: read.number("PORT", { default: 3000, min: 0, max: 65_535 }),
    trustProxy: readTrustProxy(read),
    tls: readTls(read, now),
    signInFailuresPerMinute: read.number("RATE_LIMIT_SIGN_IN_FAILURES", { default: 30, min: 1, max: 1_000_000 }),
    readsPerMinute: read.number("RATE_LIMIT_READS", { default: 600, min: 1, max: 1_000_000 }),
    maxRequestsInFlight: read.number("MAX_REQUESTS_IN_FLIGHT", { default: 128, min: 1, max: 1_000_000 }),
    // The database ends every other statement after 30 seconds.
    searchTimeout: read.number("SEARCH_TIMEOUT_MS", { default: 2_000, min: 100, max: 30_000 }),
    answerModel: readModel(read, "ANSWER"),
    answerTimeout: read.number("ANSWER_TIMEOUT_MS", { default: 30_000, min: 1_000, max: 300_000 }),
    ...readMeaning(read),
    rerankModel: readModel(read, "RERANK"),
    wordsShare: read.number("WORDS_SHARE", { default: 0.25, min: 0, max: 1, whole: false }),
    modelsForRestricted: read.flag("MODELS_FOR_RESTRICTED"),
    redisUrl: readRedisUrl(read),
    metricsToken: readMetricsToken(read, secrets),
    // The database itself never deletes entries younger than 30 days.
    auditRetentionDays: read.number("AUDIT_RETENTION_DAYS", { default: 400, min: 30, max: 36_500 }),
    usage: read.flag("USAGE", true),
    keepVersions: read.number("KEEP_VERSIONS", { default: KEPT_VERSIONS.versions, min: 0, max: 1_000 }),
    newDocumentRules: read.choice("NEW_DOCUMENTS", ["open", "restricted"], "open") === "open" ? EVERYONE : CLOSED,
    timeZone: read.timeZone("TIME_ZONE"),
    drainSeconds: read.number("DRAIN_SECONDS", { default: 0, min: 0, max: 60 }),
    firstAdmin: readFirstAdmin(read),
    logLevel: read.choice("LOG_LEVEL", ["fatal", "error", "warn", "info", "debug", "trace", "silent"], "info"),
    warnings: read.warnings,
  };
  const unknown = read.unknown();
  if (read.problems.length > 0) throw new SettingsError(read.problems, unknown);
  return { ...settings, unknown };
}

/**
 * The settings of the database alone, for a command that needs no others.
 *
 * @throws SettingsError as {@link readSettings}
 */
export function readDatabaseSettings(env: Environment): DatabaseSettings {
  const read = new SettingsReader(env);
  const settings = readDatabase(read, readDataDir(read));
  if (read.problems.length > 0) throw new SettingsError(read.problems);
  return settings;
}

/**
 * The settings of `retrieval migrate --service-role`.
 *
 * @throws SettingsError as {@link readSettings}
 */
export function readMigrationSettings(env: Environment): { database: DatabaseSettings; login: ServiceLogin } {
  const read = new SettingsReader(env);
  const settings = { database: readDatabase(read, readDataDir(read)), login: readServiceLogin(read) };
  if (read.problems.length > 0) throw new SettingsError(read.problems);
  return settings;
}

const readDataDir = (read: SettingsReader) => read.text("DATA_DIR") ?? "./data";

function readSecrets(read: SettingsReader): Settings["secrets"] {
  const current = read.requiredSecret(
    "SSO_SHARED_SECRET",
    say("the secret shared with the portal, at least 64 random characters (`openssl rand -hex 32` makes one)"),
  );
  const previous = read.secret("SSO_SHARED_SECRET_PREVIOUS");
  if (current !== null) checkSecret(read, "SSO_SHARED_SECRET", current);
  if (previous !== null) checkSecret(read, "SSO_SHARED_SECRET_PREVIOUS", previous);
  if (current !== null && current === previous) {
    read.wrong("SSO_SHARED_SECRET_PREVIOUS is the same as SSO_SHARED_SECRET; set it only during a rotation");
  }
  return [sharedSecret(current ?? "unset"), ...(previous === null ? [] : [sharedSecret(previous)])];
}

function checkSecret(read: SettingsReader, name: string, secret: string): void {
  const length = [...secret].length;
  if (secret.trim() === "") read.wrong("{name} is blank", { name });
  else if (length < SHARED_SECRET_MIN)
    read.wrong("{name} has {length} characters; at least {min} are required", { name, length, min: SHARED_SECRET_MIN });
  else if (secret !== secret.trim())
    read.wrong("{name} begins or ends with white space, which is easily lost when copied", { name });
}

function readIssuer(read: SettingsReader): string {
  const issuer = read.text("JWT_ISSUER") ?? "retrieval-service";
  if (issuer.length > 200) read.wrong("JWT_ISSUER may have at most 200 characters");
  return issuer;
}

/** MCP and ACCESS_TOKENS: assistants have no other credential. */
function readAssistants(read: SettingsReader): Pick<Settings, "tokenAudiences" | "assistantsAt"> {
  const hasTokens = read.choice("ACCESS_TOKENS", ["true", "false"], "true") === "true";
  const hasAssistants = read.flag("MCP");
  const assistantsAt = readPublicOrigin(read);
  if (!hasAssistants) return { tokenAudiences: hasTokens ? ["api"] : [], assistantsAt: null };
  if (!hasTokens) read.wrong("MCP is true and ACCESS_TOKENS is false, but assistants sign in with access tokens");
  if (assistantsAt === null)
    read.missing("PUBLIC_URL is required with MCP=true: the address at which users open the service");
  return { tokenAudiences: ["api", "mcp"], assistantsAt };
}

function readPublicOrigin(read: SettingsReader): string | null {
  const text = read.text("PUBLIC_URL");
  if (text === null) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && [url.origin, `${url.origin}/`].includes(text)) return url.origin;
  read.wrong("PUBLIC_URL must be an origin like https://documents.example.com; it is {value}", {
    value: JSON.stringify(text),
  });
  return null;
}

function readTokenKeys(read: SettingsReader): TokenKey[] {
  const keys: TokenKey[] = [];
  for (const name of ["JWT_PRIVATE_KEY_FILE", "JWT_PREVIOUS_KEY_FILE"]) {
    const pem = read.file(name);
    if (pem === null) continue;
    try {
      keys.push(privateTokenKey(pem));
    } catch (error) {
      read.wrong("{name} names a file that {problem}", { name, problem: (error as Error).message });
    }
  }
  if (read.text("JWT_PREVIOUS_KEY_FILE") !== null && read.text("JWT_PRIVATE_KEY_FILE") === null) {
    read.missing("JWT_PREVIOUS_KEY_FILE is set without JWT_PRIVATE_KEY_FILE");
  }
  return keys;
}

/** A name, an IPv4 or a bracketed IPv6 address; no wildcard. */
const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/;

/** A host name, or an origin: `portal.example.com`, `https://portal.example.com`, `http://127.0.0.1:8080`. */
function readPortalOrigin(read: SettingsReader): string {
  const text = read.text("PORTAL_DOMAIN");
  if (text === null) {
    read.missing(
      "PORTAL_DOMAIN is required: the portal's domain (portal.example.com) or origin (https://portal.example.com)",
    );
    return "";
  }
  try {
    const url = new URL(/^https?:\/\//.test(text) ? text : `https://${text}`);
    if (
      HOST_NAME.test(url.hostname) &&
      url.pathname === "/" &&
      !url.search &&
      !url.hash &&
      !url.username &&
      !text.endsWith("/")
    )
      return url.origin;
  } catch {
    // Reported below, like every other text that is not an origin.
  }
  read.wrong("PORTAL_DOMAIN must be a domain or an origin without a path; it is {value}", {
    value: JSON.stringify(text),
  });
  return "";
}

/** A name whose last label is a number would be an address, if it were valid. */
const LISTEN_NAME =
  /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)*(?!\d+$)[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/i;

function readHost(read: SettingsReader): string {
  const host = read.text("HOST") ?? "127.0.0.1";
  if (isIP(host) === 0 && !LISTEN_NAME.test(host))
    read.wrong("HOST must be an address or a host name to listen at; it is {value}", { value: JSON.stringify(host) });
  return host;
}

/** A number of hops, or addresses and CIDR blocks; Express would take the text "1" for an address. */
function readTrustProxy(read: SettingsReader): Settings["trustProxy"] {
  const text = read.text("TRUST_PROXY");
  if (text === null) return false;
  if (/^\d{1,2}$/.test(text)) return text === "0" ? false : Number(text);
  const parts = text.split(",").map((part) => part.trim());
  const named = ["loopback", "linklocal", "uniquelocal"];
  if (parts.every((part) => named.includes(part) || isAddressBlock(part))) return parts;
  read.wrong(
    "TRUST_PROXY must be a number of hops, or addresses, CIDR blocks, {names}, separated by commas; it is {value}",
    { names: named.join(", "), value: JSON.stringify(text) },
  );
  return false;
}

function isAddressBlock(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** It may hold a password, so no message shows it. */
function readRedisUrl(read: SettingsReader): string | null {
  const text = read.secret("REDIS_URL")?.trim() || null;
  if (text === null) return null;
  if (URL.canParse(text) && /^rediss?:$/.test(new URL(text).protocol) && new URL(text).hostname !== "") return text;
  read.wrong("REDIS_URL must be an address like redis://host:6379 or rediss://user:password@host:6379");
  return null;
}

function readFirstAdmin(read: SettingsReader): Settings["firstAdmin"] {
  const user_id = read.text("ADMIN_USER_ID");
  const display_name = read.text("ADMIN_DISPLAY_NAME");
  if ((user_id === null) !== (display_name === null)) {
    read.missing("ADMIN_USER_ID and ADMIN_DISPLAY_NAME go together; one of them is not set");
  }
  if (user_id === null || display_name === null) return null;
  const problems = [
    problemWithKey("ADMIN_USER_ID", user_id, KEY_MAX),
    problemWithName("ADMIN_DISPLAY_NAME", display_name, NAME_MAX),
  ];
  for (const problem of problems)
    if (problem !== null) read.problems.push({ kind: "wrong", text: phraseOf([problem], spokenLanguage()) });
  return { user_id, display_name };
}
