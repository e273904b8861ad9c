import { migrateToLatest, openDatabase } from "@retrieval/postgres";
import type { Settings } from "./settings/settings.js";

/** Brings the database up to this version. @returns what it did, for a person */
export async function migrateDatabase({ database: settings }: Pick<Settings, "database">): Promise<string> {
  const database = await openDatabase({ ...settings, onConnectionError: () => undefined });
  try {
    const applied = await migrateToLatest(database.db);
    return applied.length === 0 ? "The database is up to date.\n" : applied.map((name) => `applied ${name}\n`).join("");
  } finally {
    await database.close();
  }
}
