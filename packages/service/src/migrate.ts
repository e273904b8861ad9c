import { UnavailableError } from "@retrieval/core";
import { harden, migrateToLatest, openDatabase } from "@retrieval/postgres";
import { type DatabaseSettings, databaseAddresses } from "./settings/database.js";

function unreachable(url: string): string {
  const addresses = databaseAddresses(url);
  return addresses.length > 1
    ? `None of the servers that DATABASE_URL names takes writes (${addresses.join(", ")})`
    : `The database cannot be reached at ${addresses[0]}, which DATABASE_URL names`;
}

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
  } catch (error) {
    if (!(error instanceof UnavailableError) || settings.kind === "embedded") throw error;
    throw new Error(`${unreachable(settings.url)}: ${error.message}`, { cause: error });
  } finally {
    await database.close();
  }
}
