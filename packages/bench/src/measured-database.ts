import { startPostgresServer } from "@retrieval/contract/postgres-server";
import { type Database, migrateToLatest, openDatabase } from "@retrieval/postgres";

/** Lends a migrated database on a server of its own, with the server's default, durable settings. */
export async function withDatabase(measure: (database: Database) => Promise<void>): Promise<void> {
  const server = await startPostgresServer();
  try {
    const database = await openDatabase({
      kind: "server",
      url: server.url,
      poolSize: 2,
      statementTimeout: 3_600,
      onConnectionError: () => undefined,
    });
    try {
      await migrateToLatest(database.db);
      await measure(database);
    } finally {
      await database.close();
    }
  } finally {
    await server.stop();
  }
}
