import { randomBytes } from "node:crypto";
import pg from "pg";

export interface TestDatabase {
  readonly url: string;
  /** Drops the database, closing its open connections. */
  drop(): Promise<void>;
}

/**
 * Creates an empty database for one test file.
 * @param serverUrl a superuser's URL; default the server that the test run started
 */
export function createTestDatabase(serverUrl = testServerUrl()): Promise<TestDatabase> {
  return createDatabase(serverUrl, `test_${randomBytes(8).toString("hex")}`, "template0");
}

/**
 * The same with every migration in it: a copy of the run's template on its server, an empty one on another server,
 * which has no template. Migrating a copy again does nothing.
 */
export function createMigratedDatabase(serverUrl = testServerUrl()): Promise<TestDatabase> {
  const template =
    serverUrl === process.env.RETRIEVAL_TEST_SERVER_URL ? process.env.RETRIEVAL_TEST_TEMPLATE : undefined;
  return createDatabase(serverUrl, `test_${randomBytes(8).toString("hex")}`, template ?? "template0");
}

/** URL of the run's PostgreSQL server, as its superuser. */
export function testServerUrl(): string {
  const url = process.env.RETRIEVAL_TEST_SERVER_URL;
  if (!url) throw new Error("RETRIEVAL_TEST_SERVER_URL is not set: run the tests with npm test");
  return url;
}

async function createDatabase(serverUrl: string, name: string, template: string): Promise<TestDatabase> {
  // A tenth of the other strategy's work on a server that does not flush to the disk.
  await execute(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template} ENCODING 'UTF8' STRATEGY FILE_COPY`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => execute(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
