import { randomBytes } from "node:crypto";
import pg from "pg";

export interface TestDatabase {
  readonly url: string;
  /** Drops the database, closing whatever connections it still has. */
  drop(): Promise<void>;
}

/**
 * Creates an empty database of its own for one test file.
 * @param serverUrl a superuser's URL; the server that the test run started unless another is named
 */
export async function createTestDatabase(serverUrl = testServerUrl()): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await execute(serverUrl, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => execute(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** URL of the run's PostgreSQL server, as its superuser. */
export function testServerUrl(): string {
  const url = process.env.RETRIEVAL_TEST_SERVER_URL;
  if (!url) throw new Error("RETRIEVAL_TEST_SERVER_URL is not set: run the tests with npm test");
  return url;
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
