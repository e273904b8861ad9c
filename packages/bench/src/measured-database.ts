import { startPostgresServer } from "@retrieval/contract/postgres-server";
import { type Database, migrateToLatest, openDatabase, type ServerSettings } from "@retrieval/postgres";

type Log = NonNullable<ServerSettings["log"]>;

/** Lends a migrated database on a separate server, with the server's default, durable settings. */
export function withDatabase(measure: (database: Database) => Promise<void>, log?: Log): Promise<void> {
  return withDatabases(["postgres"], ([database]) => measure(database as Database), log);
}

/** Lends several, on one server, so that they can be measured in turn. */
export async function withDatabases(
  names: readonly string[],
  measure: (databases: readonly Database[]) => Promise<void>,
  log?: Log,
): Promise<void> {
  const server = await startPostgresServer();
  const databases: Database[] = [];
  const open = (url: string) =>
    openDatabase({
      kind: "server",
      url,
      poolSize: 2,
      statementTimeout: 3_600,
      onConnectionError: () => undefined,
      ...(log ? { log } : {}),
    });
  try {
    for (const name of names) {
      if (name !== "postgres") await databaseNamed(name, await open(server.url));
      const database = await open(server.url.replace(/postgres$/, name));
      databases.push(database);
      await migrateToLatest(database.db);
    }
    await measure(databases);
  } finally {
    for (const database of databases) await database.close();
    await server.stop();
  }
}

async function databaseNamed(name: string, over: Database): Promise<void> {
  await over.pool.query(`CREATE DATABASE ${name}`);
  await over.close();
}
