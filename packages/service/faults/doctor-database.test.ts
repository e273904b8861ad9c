import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createTestDatabase, type TestDatabase } from "@retrieval/contract";
import { inspectDatabase, migrateToLatest, openDatabase } from "@retrieval/postgres";
import pg from "pg";
import { insideFindings } from "../src/doctor/inside-findings.js";
import { createHardenedDatabase } from "../test/hardened-database.js";
import { run } from "../test/process/service-process.js";
import { complaints, GOOD } from "./complaints.js";

const withPart = (url: string, part: "username" | "password" | "pathname" | "port", value: string) => {
  const changed = new URL(url);
  changed[part] = value;
  return changed.href;
};

describe("the doctor's findings about the database", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const onServer = async (statement: string, url = database.url) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };

  it("explain a refused password, an unknown database and a dead port", async () => {
    for (const [url, what] of [
      [
        withPart(database.url, "password", "hunter2"),
        /refuses the user or the password of DATABASE_URL \(28P01\) -> Correct both/,
      ],
      [
        withPart(database.url, "pathname", "/nowhere"),
        /does not have the database that DATABASE_URL names \(3D000\) -> Correct/,
      ],
      [
        withPart(database.url, "port", "1"),
        /does not answer: nothing listens there \(ECONNREFUSED\) -> Check DATABASE_URL/,
      ],
      [
        "postgres://u:hunter2@database.invalid/x",
        /does not answer: the host's name (has no address|cannot be looked up now)/,
      ],
    ] as const) {
      expect(await complaints({ DATABASE_URL: url })).toEqual([
        expect.stringMatching(/^wrong: the database at \S+, port \d+, /),
      ]);
      expect((await complaints({ DATABASE_URL: url }))[0]).toMatch(what);
    }
  });

  it("explain connections that cannot be tried, and come at once", async () => {
    for (const [DATABASE_URL, what] of [
      [withPart(database.url, "password", ""), "asks for a password, and DATABASE_URL has none\n       -> Put"],
      [`${database.url}?sslmode=require`, "does not speak TLS, which DATABASE_URL asks for\n       -> Turn ssl on"],
      [
        `${database.url}?sslmode=verify-full&sslrootcert=/nowhere/ca.pem`,
        "DATABASE_URL names the file /nowhere/ca.pem, which does not exist\n       -> Correct sslrootcert",
      ],
    ] as const) {
      const began = Date.now();
      const { code, stdout } = await run(["doctor"], { ...GOOD, DATABASE_URL });
      expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining(what) });
      // The server itself would end the connection after 60 seconds.
      expect(Date.now() - began).toBeLessThan(45_000);
    }
  });

  it("come even if a server accepts the connection and then does not answer, like a paused pooler", async () => {
    // AuthenticationOk and ReadyForQuery (PostgreSQL 18, 54.7), and nothing more.
    const welcome = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);
    const sockets: Socket[] = [];
    const paused = createServer((socket) => {
      sockets.push(socket);
      socket.once("data", () => socket.write(welcome)).on("error", () => undefined);
    });
    await new Promise<void>((resolve) => paused.listen(0, "127.0.0.1", resolve));
    const { port } = paused.address() as AddressInfo;
    expect(await complaints({ DATABASE_URL: `postgres://u:hunter2@127.0.0.1:${port}/x` })).toEqual([
      `wrong: the database at 127.0.0.1, port ${port}, accepts connections, but does not answer -> Check whether a pooler in front of it is paused, or its machine is stopped.`,
    ]);
    for (const socket of sockets) socket.destroy();
    paused.close();
  });

  it("include the database even if other settings are wrong", async () => {
    const said = await complaints({ PORTAL_DOMAIN: "", DATABASE_URL: withPart(database.url, "port", "1") });
    expect(said).toEqual([
      expect.stringMatching(/^wrong: PORTAL_DOMAIN is required/),
      expect.stringContaining("nothing listens there"),
    ]);
  });

  it("report pending migrations, a missing admin, a failing webhook, and a database of a newer version", async () => {
    const empty = await createTestDatabase();
    try {
      expect(await complaints({ DATABASE_URL: empty.url })).toEqual([
        expect.stringMatching(/^note: pending migrations: 0029-first.* -> Run retrieval migrate/),
        expect.stringMatching(/^note: there are no users yet -> Set ADMIN_USER_ID/),
      ]);
      const opened = await openDatabase({
        kind: "server",
        url: empty.url,
        poolSize: 1,
        onConnectionError: () => undefined,
      });
      await migrateToLatest(opened.db);
      await opened.close();
      expect(await complaints({ DATABASE_URL: empty.url })).toContainEqual(
        expect.stringMatching(/^wrong: there is no active admin -> Set ADMIN_USER_ID/),
      );
      expect(
        await complaints({ DATABASE_URL: empty.url, ADMIN_USER_ID: "000001", ADMIN_DISPLAY_NAME: "管理者" }),
      ).toContain(
        "wrong: there is no active admin -> Start the service: it creates 000001, the admin of ADMIN_USER_ID.",
      );
      await onServer(
        `INSERT INTO webhooks (webhook_id, url, types, position, disabled_by, failing_since, next_at, created_at, secret)
         VALUES (gen_random_uuid(), 'https://chat.example/hunter2', '{}', 0, 'gone', 0, 0, 0, 'hunter2')`,
        empty.url,
      );
      expect(await complaints({ DATABASE_URL: empty.url })).toContainEqual(
        expect.stringMatching(
          /^note: the webhook \S+ to chat\.example has failed since 1970-\S+ and is disabled -> Run /,
        ),
      );
      await onServer("INSERT INTO migrations (name, timestamp) VALUES ('9998-more', '')", empty.url);
      expect((await complaints({ DATABASE_URL: empty.url })).join("\n")).not.toContain("9998-more");
      await onServer("INSERT INTO migrations (name, timestamp) VALUES ('9999-less.from-9998', '')", empty.url);
      expect(await complaints({ DATABASE_URL: empty.url })).toContainEqual(
        expect.stringMatching(/^wrong: The database is newer than this version .*9999-less.*: update the service\./),
      );
    } finally {
      await empty.drop();
    }
  });

  it("explain which rights a role lacks: to connect, to create tables, or to use existing ones", async () => {
    const hardened = await createHardenedDatabase();
    const empty = await createTestDatabase();
    const as = (url: string) => withPart(withPart(url, "username", hardened.role), "password", "secret");
    try {
      await onServer("REVOKE CREATE ON SCHEMA public FROM public", empty.url);
      expect(await complaints({ DATABASE_URL: as(empty.url) })).toContainEqual(
        expect.stringMatching(
          /^wrong: pending migrations: .*; and the database role \w+ may not create tables -> Run retrieval migrate --harden/,
        ),
      );
      await onServer(`REVOKE ALL ON users, chunks FROM ${hardened.role}`, hardened.url);
      expect(await complaints({ DATABASE_URL: hardened.serviceUrl })).toEqual([
        expect.stringMatching(
          /^wrong: the database role \w+ may not read or write the tables chunks, users -> Run retrieval migrate --harden/,
        ),
      ]);
      const name = new URL(empty.url).pathname.slice(1);
      await onServer(`REVOKE CONNECT ON DATABASE ${name} FROM public`, empty.url);
      expect(await complaints({ DATABASE_URL: as(empty.url) })).toEqual([
        expect.stringMatching(/does not let the role connect to this database \(42501\) -> Run GRANT CONNECT/),
      ]);
      await onServer(`ALTER ROLE ${hardened.role} NOLOGIN`);
      expect(await complaints({ DATABASE_URL: hardened.serviceUrl })).toEqual([
        expect.stringMatching(/refuses this user from here.*\(28000\) -> Create the role with LOGIN/),
      ]);
    } finally {
      await empty.drop();
      await hardened.drop();
    }
  });

  it("report that the clocks differ, and that the pool is larger than the server's connections", async () => {
    const settings = { kind: "server" as const, url: database.url, poolSize: 1_000 };
    const opened = await openDatabase({ ...settings, onConnectionError: () => undefined });
    try {
      const facts = await inspectDatabase(opened);
      const said = await insideFindings(opened, facts, {
        settings,
        here: facts.now + 90_000,
        firstAdmin: null,
        timeZone: null,
        embedding: null,
        isIndexHere: true,
      });
      expect(said).toContainEqual({
        state: "wrong",
        what: "this machine's clock and the database's differ by 90 seconds",
        mend: expect.stringContaining("NTP"),
      });
      expect(said).toContainEqual({
        state: "wrong",
        what: `DATABASE_POOL_SIZE is 1000, and the server accepts ${facts.maxConnections} connections in total`,
        mend: expect.stringContaining("Lower DATABASE_POOL_SIZE"),
      });
    } finally {
      await opened.close();
    }
  });
});
