import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import {
  createMigratedDatabase,
  createTestDatabase,
  type PostgresServer,
  startPostgresServer,
  type TestDatabase,
} from "@retrieval/contract";
import { platformPackage, serverAccount, temporaryFolderFor } from "@retrieval/contract/postgres-binaries";
import pg from "pg";

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined); // the server is killed under some of these connections
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function durability(url: string) {
  const [row] = await query(
    url,
    "SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit",
  );
  return row;
}

describe("a test database", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it("is PostgreSQL 15 or newer, in UTF-8", async () => {
    const [row] = await query(
      database.url,
      "SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding",
    );
    expect(row?.version).toBeGreaterThanOrEqual(150000);
    expect(row?.encoding).toBe("UTF8");
  });

  it("keeps what is committed when the server is killed", async () => {
    expect(await durability(database.url)).toMatchObject({ commit: "on" });
  });

  it("can have every migration in it, in a copy", async () => {
    const [one, other] = await Promise.all([createMigratedDatabase(), createMigratedDatabase()]);
    await query(one.url, "INSERT INTO departments VALUES ('D1', '総務部')");
    expect(await query(one.url, "SELECT code FROM departments")).toEqual([{ code: "D1" }]);
    expect(await query(other.url, "SELECT code FROM departments")).toEqual([]);
    await Promise.all([one.drop(), other.drop()]);
  });

  it("is separate: one test file does not see the data of another", async () => {
    const other = await createTestDatabase();
    await query(other.url, "CREATE TABLE mine (id int)");
    await expect(query(database.url, "SELECT * FROM mine")).rejects.toMatchObject({ code: "42P01" });
    await other.drop();
    await expect(query(other.url, "SELECT 1")).rejects.toMatchObject({ code: "3D000" });
  });
});

describe("a separate PostgreSQL server", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgresServer();
  });
  afterAll(() => server.stop());

  it("keeps the durable settings, so that a commit means the same as in production", async () => {
    expect(await durability(server.url)).toEqual({ fsync: "on", commit: "on" });
  });

  it("keeps what was committed before it is killed", async () => {
    await query(server.url, "CREATE TABLE kept (word text)");
    await query(server.url, "INSERT INTO kept VALUES ('承認')");
    const before = await server.pid();
    await server.kill9();
    await expect(query(server.url, "SELECT 1")).rejects.toMatchObject({ code: "ECONNREFUSED" });
    await server.restart();
    expect(await server.pid()).not.toBe(before);
    expect(await query(server.url, "SELECT word FROM kept")).toEqual([{ word: "承認" }]);
  });

  it("can be stopped after it was killed, and twice", async () => {
    await server.kill9();
    await server.stop();
    await server.stop();
    await expect(query(server.url, "SELECT 1")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });
});

describe("in a folder that other accounts cannot enter", () => {
  let closed: string;
  beforeAll(async () => {
    // mkdtemp makes it with mode 700, like /root.
    closed = await mkdtemp(join(tmpdir(), "retrieval-閉じた フォルダー-"));
  });
  afterAll(() => rm(closed, { recursive: true }));

  it("a server starts, as root too, whose server runs under another account", async () => {
    const packageFolder = join(closed, "postgres");
    await cp(platformPackage(), packageFolder, { recursive: true, verbatimSymlinks: true });
    const server = await startPostgresServer({ packageFolder });
    try {
      expect(await query(server.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    } finally {
      await server.stop();
    }
  });

  it("no server keeps its data, unless the folder is its account's own", async () => {
    const below = join(closed, "tmp");
    await mkdir(below);
    const account = await serverAccount();
    expect(await temporaryFolderFor(account, below)).toBe(account === null ? below : "/tmp");
  });
});
