import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrateToLatest, openDatabase } from "@retrieval/postgres";
import { type PostgresServer, startPostgresServer } from "../postgres-server.js";
import { realDataDir, realDataIsThere } from "../real-data-dir.js";
import { createTestDatabase, type TestDatabase } from "../test-database.js";

let server: PostgresServer | undefined;
let template: TestDatabase | undefined;

/**
 * One PostgreSQL server for the whole run: the one that TEST_DATABASE_URL names, else one started here. It does not
 * flush to the disk, which only matters if the machine loses power; a test about that starts its own server.
 */
export default async function globalSetup(): Promise<void> {
  if (!realDataIsThere) {
    process.stderr.write(`Tests on real documents are left out: ${realDataDir} is missing (REAL_DATA_DIR names it).\n`);
  }
  const folder = await mkdtemp(join(tmpdir(), "retrieval-tests-"));
  // The test server's account also enters it.
  await chmod(folder, 0o711);
  process.env.RETRIEVAL_TEST_FOLDER = folder;
  process.env.TMPDIR = folder;
  const named = process.env.TEST_DATABASE_URL;
  if (!named) server = await startPostgresServer({ settings: { fsync: "off", full_page_writes: "off" } });
  process.env.RETRIEVAL_TEST_SERVER_URL = named || server?.url;
  // Servers that tests start run the same binaries, which may be a copy.
  if (server) process.env.RETRIEVAL_TEST_POSTGRES = server.binaries;
  template = await createTestDatabase();
  await migrate(template.url);
  process.env.RETRIEVAL_TEST_TEMPLATE = new URL(template.url).pathname.slice(1);
}

/** Removes everything that the setup left. */
export async function removeTestServices(): Promise<void> {
  if (server) await server.stop();
  else await template?.drop();
  await rm(process.env.RETRIEVAL_TEST_FOLDER as string, { recursive: true, force: true });
}

async function migrate(url: string): Promise<void> {
  const database = await openDatabase({ kind: "server", url, poolSize: 1, onConnectionError: () => undefined });
  await migrateToLatest(database.db);
  await database.close();
}
