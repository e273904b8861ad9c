import { type PostgresServer, startPostgresServer } from "../postgres-server.js";
import { realDataDir, realDataIsThere } from "../real-data-dir.js";

let server: PostgresServer | undefined;

/** One PostgreSQL server for the whole run: the one that TEST_DATABASE_URL names, else one started here. */
export default async function globalSetup(): Promise<void> {
  if (!realDataIsThere) {
    process.stderr.write(`Tests on real documents are left out: ${realDataDir} is missing (REAL_DATA_DIR names it).\n`);
  }
  process.stderr.write("Tests in a browser are left out here: npm run test:browser runs them.\n");
  const named = process.env.TEST_DATABASE_URL;
  if (!named) server = await startPostgresServer();
  process.env.RETRIEVAL_TEST_SERVER_URL = named || server?.url;
  // Servers that tests start for themselves run the same binaries, which may be a copy.
  if (server) process.env.RETRIEVAL_TEST_POSTGRES = server.binaries;
}

export async function stopServer(): Promise<void> {
  await server?.stop();
}
