import type { SettingsReader } from "./reader.js";

export type DatabaseSettings =
  | { readonly kind: "server"; readonly url: string; readonly poolSize: number }
  | { readonly kind: "embedded"; readonly directory: string };

/** @param directory of the embedded database, DATA_DIR */
export function readDatabase(read: SettingsReader, directory: string): DatabaseSettings {
  const poolSize = read.number("DATABASE_POOL_SIZE", { otherwise: 10, min: 1, max: 1_000 });
  const url = read.secret("DATABASE_URL");
  if (url === "embedded") return { kind: "embedded", directory };
  if (url === null) {
    read.fault(
      "DATABASE_URL is required: postgres://user:password@host:5432/name, or the word embedded for the embedded database in DATA_DIR",
    );
  } else if (!/^postgres(ql)?:\/\/./.test(url) || !URL.canParse(url)) {
    // It may hold a password, so it is not repeated.
    read.fault("DATABASE_URL must be a URL like postgres://user:password@host:5432/name, or the word embedded");
  }
  return { kind: "server", url: url ?? "", poolSize };
}

/** Where the server is that a DATABASE_URL names: the part of it that may be said. A path is a socket's directory. */
export function databaseAddress(databaseUrl: string): { host: string; port: number } {
  const { hostname, port, searchParams } = new URL(databaseUrl);
  const host = searchParams.get("host") ?? decodeURIComponent(hostname).replace(/^\[(.*)\]$/, "$1");
  return { host: host || "localhost", port: Number(searchParams.get("port") ?? (port || 5432)) };
}
