import { randomBytes } from "node:crypto";
import { createMigratedDatabase, type TestDatabase, testServerUrl } from "@retrieval/contract";
import pg from "pg";
import { migrateDatabase } from "../src/commands/migrate.js";

export interface HardenedDatabase extends TestDatabase {
  /** The service's own URL; `url` is the owner's. */
  readonly serviceUrl: string;
  readonly role: string;
  /** The output of `retrieval migrate --harden`. */
  readonly said: string;
}

/** A migrated database with a role for the service, hardened as an operator does it. */
export async function createHardenedDatabase(): Promise<HardenedDatabase> {
  const role = `service_${randomBytes(6).toString("hex")}`;
  const database = await createMigratedDatabase();
  await onServer(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
  const said = await migrateDatabase({ database: { kind: "server", url: database.url, poolSize: 1 } }, { role });
  const serviceUrl = new URL(database.url);
  serviceUrl.username = role;
  serviceUrl.password = "secret";
  return {
    url: database.url,
    serviceUrl: serviceUrl.href,
    role,
    said,
    async drop() {
      // Dropping the database removes the role's rights, so it must come before dropping the role.
      await database.drop();
      await onServer(`DROP ROLE ${role}`);
    },
  };
}

export async function onServer(statement: string, connectionString = testServerUrl()): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
