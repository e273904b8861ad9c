import { CLOSED, EVERYONE, type SharedSecret, sharedSecret } from "@retrieval/core";
import type { TokenAudience } from "@retrieval/core/ports";
import { isPrivateHost } from "@retrieval/models";
import { say } from "../texts/say.js";
import { type Environment, type SettingProblem, SettingsReader, type SettingsTable } from "./reader.js";
import type { ValuesOf } from "./setting.js";
import { DATABASE_SETTINGS, MIGRATION_SETTINGS, SETTINGS, type ServiceLogin, type SettingName } from "./table.js";
import { readTls } from "./tls.js";
import { type UnknownName, unknownNames } from "./unknown-names.js";

/** The values of all settings by their names, and what several of them make together (SPEC 8). */
export interface Settings extends ReturnType<typeof readSettings> {}

export type DatabaseSettings =
  | { readonly kind: "server"; readonly url: string; readonly poolSize: number }
  | { readonly kind: "embedded"; readonly directory: string };

/** A model server that the operator has named. */
export interface ModelSettings {
  /** The base of its API, which ends in /v1. */
  readonly url: string;
  readonly model: string;
  /** null: the server asks for none. */
  readonly key: string | null;
}

/** The model of search by meaning. */
export interface EmbeddingSettings extends ModelSettings {
  /** Put before each query and each passage; many models ask for it. */
  readonly queryPrefix: string;
  readonly passagePrefix: string;
}

/** The servers of the search index, and the user that the service is there. */
export interface SearchServers {
  /** Each `https://host:port`, or `http://` for an address of this machine. */
  readonly urls: readonly string[];
  /** null, as the password: the servers ask for none. */
  readonly user: string | null;
  readonly password: string | null;
  /** Certificates of authorities in PEM; null: those that Node knows. */
  readonly ca: string | null;
}

const ROLES = ["ANSWER", "EMBEDDING", "RERANK"] as const;
/** A role of models, as the names of its settings begin. */
export type ModelRole = (typeof ROLES)[number];

const OF_SEARCH_SERVERS = [
  "SEARCH_USER",
  "SEARCH_PASSWORD",
  "SEARCH_CA_FILE",
  "SEARCH_SHARDS",
  "SEARCH_REPLICAS",
  "SEARCH_REQUIRED",
] as const;

/** Settings that have no effect without another. */
const NEEDS: readonly (readonly [SettingName, SettingName])[] = [
  ["JWT_PREVIOUS_KEY_FILE", "JWT_PRIVATE_KEY_FILE"],
  ["TLS_CERT_FILE", "TLS_KEY_FILE"],
  ["TLS_KEY_FILE", "TLS_CERT_FILE"],
  ["ADMIN_USER_ID", "ADMIN_DISPLAY_NAME"],
  ["ADMIN_DISPLAY_NAME", "ADMIN_USER_ID"],
  ["SEARCH_USER", "SEARCH_PASSWORD"],
  ["SEARCH_PASSWORD", "SEARCH_USER"],
  ...OF_SEARCH_SERVERS.map((name) => [name, "SEARCH_URL"] as const),
  ...ROLES.map((role) => [`${role}_URL`, `${role}_MODEL`] as const),
  ...ROLES.map((role) => [`${role}_MODEL`, `${role}_URL`] as const),
  ...ROLES.map((role) => [`${role}_KEY`, `${role}_URL`] as const),
];

const POOL_WITH_OPENSEARCH = 4;

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
export function readSettings(env: Environment, now = Date.now()) {
  const read = new SettingsReader(env, SETTINGS);
  const { values } = read;
  checkTogether(read);
  const { tls, warnings } = readTls(values, read, now);
  const unknown = unknownNames(
    Object.keys(env).filter((name) => env[name]),
    read.names,
  );
  if (read.problems.length > 0) throw new SettingsError(read.problems, unknown);
  const { SSO_SHARED_SECRET: secret, SSO_SHARED_SECRET_PREVIOUS: previous } = values;
  const { ADMIN_USER_ID: user_id, ADMIN_DISPLAY_NAME: display_name } = values;
  const { EMBEDDING_QUERY_PREFIX: queryPrefix, EMBEDDING_PASSAGE_PREFIX: passagePrefix } = values;
  const embedding = values.MEANING === "on" ? modelOf("EMBEDDING", values) : null;
  const audiences: readonly TokenAudience[] = values.MCP ? ["api", "authzen", "mcp"] : ["api", "authzen"];
  return {
    ...values,
    /** The current secret, then the previous one while it is being rotated. */
    secrets: [secret, ...(previous ? [previous] : [])] as readonly [SharedSecret, ...SharedSecret[]],
    /** The audiences of access tokens that are accepted. */
    tokenAudiences: values.ACCESS_TOKENS ? audiences : [],
    /** P-256 keys, the current one first; empty: keys derived from the secrets. */
    tokenKeys: [values.JWT_PRIVATE_KEY_FILE, values.JWT_PREVIOUS_KEY_FILE].filter((key) => key !== null),
    database: databaseOf(values),
    tls,
    /** The model that chooses answers; null: the words of a question choose. */
    answerModel: modelOf("ANSWER", values),
    /** The server of search by meaning; null: the embedded model, unless MEANING is off. */
    embeddingModel: embedding && { ...embedding, queryPrefix, passagePrefix },
    /** The model that orders the best sections once more; null: none. */
    rerankModel: modelOf("RERANK", values),
    /** The servers of the search index; null: each instance has the index in itself. */
    searchServers: searchServersOf(values),
    newDocumentRules: values.NEW_DOCUMENTS === "open" ? EVERYONE : CLOSED,
    firstAdmin: user_id === null || display_name === null ? null : { user_id, display_name },
    /** What is set, without secrets: `PORT=8080`, `REDIS_URL`. */
    given: read.given(),
    /** Problems that do not stop the service from starting; without secrets. */
    warnings: [...warnings, ...withoutHttps(values)],
    /** Names that look like settings but are not. */
    unknown,
  };
}

/**
 * The settings of the database alone, for a command that needs no others.
 *
 * @throws SettingsError as {@link readSettings}
 */
export const readDatabaseSettings = (env: Environment) => databaseOf(readTable(env, DATABASE_SETTINGS));

/**
 * The settings of `retrieval migrate --service-role`.
 *
 * @throws SettingsError as {@link readSettings}
 */
export function readMigrationSettings(env: Environment): { database: DatabaseSettings; login: ServiceLogin } {
  const values = readTable(env, MIGRATION_SETTINGS);
  return { database: databaseOf(values), login: values.SERVICE_DATABASE_URL };
}

/** @throws SettingsError naming all problems of this table at once */
export function readTable<const Table extends SettingsTable>(env: Environment, table: Table): ValuesOf<Table> {
  const { values, problems } = new SettingsReader(env, table);
  if (problems.length > 0) throw new SettingsError(problems);
  return values;
}

function databaseOf(values: ValuesOf<typeof DATABASE_SETTINGS>): DatabaseSettings {
  const { DATABASE_URL: url, DATABASE_POOL_SIZE: poolSize, DATA_DIR: directory } = values;
  return url === "embedded" ? { kind: "embedded", directory } : { kind: "server", url, poolSize };
}

type Values = ValuesOf<typeof SETTINGS>;

/** Rules about several settings. */
function checkTogether(read: SettingsReader<typeof SETTINGS>): void {
  const { SSO_SHARED_SECRET: current, SSO_SHARED_SECRET_PREVIOUS: previous, METRICS_TOKEN: token, MCP } = read.values;
  for (const [name, needed] of NEEDS) if (read.isSet(name) && !read.isSet(needed)) read.require(needed, name);
  if (MCP && !read.isSet("PUBLIC_URL")) read.require("PUBLIC_URL", "MCP=true");
  if (MCP && !read.values.ACCESS_TOKENS)
    read.wrong("MCP is true and ACCESS_TOKENS is false, but assistants sign in with access tokens");
  // Building, feeding OpenSearch and embedding each keep one for their turn, and need another one for their work.
  if (read.isSet("SEARCH_URL") && read.values.DATABASE_POOL_SIZE < POOL_WITH_OPENSEARCH)
    read.wrong("SEARCH_URL needs a DATABASE_POOL_SIZE of at least {least}", { least: POOL_WITH_OPENSEARCH });
  if (previous?.equals(current))
    read.wrong("SSO_SHARED_SECRET_PREVIOUS is the same as SSO_SHARED_SECRET; set it only during a rotation");
  if (token !== null && [current, previous].some((secret) => secret?.equals(sharedSecret(token))))
    read.wrong("METRICS_TOKEN is the same as a secret that the portal signs with; use a different one");
}

function modelOf(role: ModelRole, values: Values): ModelSettings | null {
  const [url, model, key] = [values[`${role}_URL`], values[`${role}_MODEL`], values[`${role}_KEY`]];
  return url === null || model === null ? null : { url, model, key };
}

function searchServersOf(values: Values): SearchServers | null {
  const { SEARCH_URL: urls, SEARCH_USER: user, SEARCH_PASSWORD: password, SEARCH_CA_FILE: ca } = values;
  return urls && { urls, user, password, ca };
}

const withoutHttps = (values: Values) =>
  ROLES.flatMap((role) => {
    const url = values[`${role}_URL`];
    if (!url?.startsWith("http:") || isPrivateHost(url)) return [];
    return say("{role}_URL has no HTTPS: what it is sent, the key too, can be read on the way to that host", { role });
  });
