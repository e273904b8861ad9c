import { serverUrls } from "@retrieval/postgres";
import { say } from "../texts/say.js";
import type { SettingsReader } from "./reader.js";

export type DatabaseSettings =
  /** The URL of one server, or several separated by commas: a primary and its standbys. */
  | { readonly kind: "server"; readonly url: string; readonly poolSize: number }
  | { readonly kind: "embedded"; readonly directory: string };

/** @param directory of the embedded database, DATA_DIR */
export function readDatabase(read: SettingsReader, directory: string): DatabaseSettings {
  const poolSize = read.number("DATABASE_POOL_SIZE", { default: 10, min: 1, max: 1_000 });
  const url = read.requiredSecret(
    "DATABASE_URL",
    say("postgres://user:password@host:5432/name, or the word embedded for the embedded database in DATA_DIR"),
  );
  if (url === "embedded") return { kind: "embedded", directory };
  if (url !== null) checkUrl(read, url);
  return { kind: "server", url: url ?? "", poolSize };
}

/** The role that the service signs in as; the owner of the tables creates it. */
export interface ServiceLogin {
  readonly role: string;
  readonly password: string;
}

/** Reads the role from the URL by which the service will reach its database, and ignores the address in it. */
export function readServiceLogin(read: SettingsReader): ServiceLogin {
  const text = read.requiredSecret(
    "SERVICE_DATABASE_URL",
    say("the DATABASE_URL of the service itself, with the role and the password that it signs in with"),
  );
  const [url] = text === null ? [] : serverUrls(text).filter(isServerUrl);
  const { username = "", password = "" } = url === undefined ? {} : new URL(url);
  const [role, decoded] = [unescaped(username), unescaped(password)];
  if (text !== null && !(role && decoded))
    read.wrong(
      "SERVICE_DATABASE_URL must be a URL with a role and a password, in which % is written as %25: postgres://role:password@host:5432/name",
    );
  return { role: role ?? "", password: decoded ?? "" };
}

/** null for a % that begins no escape (RFC 3986 §2.1). */
function unescaped(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** No problem text repeats a URL, which may hold a password. */
function checkUrl(read: SettingsReader, text: string): void {
  const urls = serverUrls(text);
  const broken = urls.flatMap((url, index) => (isServerUrl(url) ? [] : [index + 1]));
  if (urls.length === 1 && broken.length > 0)
    read.wrong(
      "DATABASE_URL must be a URL like postgres://user:password@host:5432/name, several of them separated by commas, or the word embedded",
    );
  else
    for (const number of broken)
      read.wrong("DATABASE_URL: URL {number} of {count} is not like postgres://user:password@host:5432/name", {
        number,
        count: urls.length,
      });
  if (broken.length > 0) return;
  const addresses = urls.map(addressOf);
  for (const [index, address] of addresses.entries())
    if (addresses.indexOf(address) < index)
      read.wrong("DATABASE_URL names the server {address} more than once", { address });
  if (new Set(urls.map((url) => new URL(url).pathname)).size > 1)
    read.wrong("DATABASE_URL names different databases; its servers must be a primary and standbys of one database");
}

/** A comma in the host's name is another way to list several hosts, which is not supported. */
const isServerUrl = (url: string) =>
  /^postgres(ql)?:\/\/./.test(url) && URL.canParse(url) && !new URL(url).hostname.includes(",");

const addressOf = (url: string) => {
  const { host, port } = databaseAddress(url);
  return `${host}:${port}`;
};

/** The addresses of all servers that a DATABASE_URL names. */
export function databaseAddresses(databaseUrl: string): string[] {
  return serverUrls(databaseUrl).map(addressOf);
}

/** The address of the one server that a DATABASE_URL names, without secrets. A path is a socket's directory. */
export function databaseAddress(databaseUrl: string): { host: string; port: number } {
  const { hostname, port, searchParams } = new URL(databaseUrl);
  const host = searchParams.get("host") ?? decodeURIComponent(hostname).replace(/^\[(.*)\]$/, "$1");
  return { host: host || "localhost", port: Number(searchParams.get("port") ?? (port || 5432)) };
}
