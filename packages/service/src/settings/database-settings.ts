import { say } from "../texts/say.js";
import type { SettingsReader } from "./reader.js";

export type DatabaseSettings =
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
  // The text does not repeat the URL, which may hold a password.
  if (url !== null && !isServerUrl(url))
    read.wrong(
      "DATABASE_URL must be one URL like postgres://user:password@host:5432/name, or the word embedded; for a primary with standbys, it is the address that always leads to the primary",
    );
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
  const { username, password } = text !== null && isServerUrl(text) ? new URL(text) : { username: "", password: "" };
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

/** A comma would list several hosts, which `pg` does not take. */
const isServerUrl = (url: string) =>
  /^postgres(ql)?:\/\/./.test(url) && URL.canParse(url) && !/,/.test(new URL(url).host + new URL(url).pathname);

/** The address of the server that a DATABASE_URL names, without secrets. A path is a socket's directory. */
export function databaseAddress(databaseUrl: string): { host: string; port: number } {
  const { hostname, port, searchParams } = new URL(databaseUrl);
  const host = searchParams.get("host") ?? decodeURIComponent(hostname).replace(/^\[(.*)\]$/, "$1");
  return { host: host || "localhost", port: Number(searchParams.get("port") ?? (port || 5432)) };
}
