import { harden, migrateToLatest, openDatabase } from "@retrieval/postgres";
import type { DatabaseSettings } from "./settings/database.js";

/**
 * Brings the database up to this version.
 *
 * @param role the service's own, which is left with what it needs; undefined leaves all roles as they are
 * @returns what it did, for a person
 * @throws Error saying why the role was not hardened
 */
export async function migrateDatabase(
  { database: settings }: { readonly database: DatabaseSettings },
  role?: string,
): Promise<string> {
  if (role !== undefined && settings.kind === "embedded")
    throw new Error("The embedded database has one role, which owns everything: --harden is for a PostgreSQL server.");
  const database = await openDatabase({ ...settings, onConnectionError: () => undefined });
  try {
    const applied = await migrateToLatest(database.db);
    const said =
      applied.length === 0 ? "The database is up to date.\n" : applied.map((name) => `applied ${name}\n`).join("");
    if (role === undefined) return said;
    const refused = await harden(database.db, role);
    if (refused !== null) throw new Error(`${said}Nothing was hardened. ${refused}`);
    return `${said}The role ${role} can add to the record of what happened, and not change it.\n`;
  } finally {
    await database.close();
  }
}
