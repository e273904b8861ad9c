import { resolve } from "node:path";
import { backupEmbedded, restoreEmbedded } from "@retrieval/postgres";
import type { Environment } from "../settings/reader.js";
import { readDatabaseSettings } from "../settings/settings.js";
import { say } from "../texts/say.js";

/** @returns what it did, for the operator */
export async function backup(env: Environment, file: string): Promise<string> {
  const directory = embeddedDirectory(env, "pg_dump");
  const bytes = await backupEmbedded(directory, resolve(file));
  return say(
    "Wrote the database of {directory} to {file} ({size} MB). The file contains all users and documents: protect it as you protect the database.\n",
    { directory, file, size: (bytes / 1e6).toFixed(1) },
  );
}

/** @returns what it did, for the operator */
export async function restore(env: Environment, file: string, how: { replace: boolean }): Promise<string> {
  const directory = embeddedDirectory(env, "pg_restore");
  await restoreEmbedded(directory, resolve(file), how);
  return say("Restored the database of {directory} from {file}.\n", { directory, file });
}

/** The demo has no DATABASE_URL either: unset means the embedded database here. */
function embeddedDirectory(env: Environment, instead: string): string {
  const unset = !env.DATABASE_URL && !env.DATABASE_URL_FILE;
  const settings = readDatabaseSettings(unset ? { ...env, DATABASE_URL: "embedded" } : env);
  if (settings.kind === "embedded") return settings.directory;
  throw new Error(
    say("DATABASE_URL names a PostgreSQL server: use {instead}, as docs/operate/backup.md says.", { instead }),
  );
}
