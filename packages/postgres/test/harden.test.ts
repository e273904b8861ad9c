import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { anEntry, aUser, createTestDatabase, type TestDatabase, testServerUrl } from "@retrieval/contract";
import pg from "pg";
import {
  type Database,
  harden,
  inspectDatabase,
  migrateToLatest,
  openDatabase,
  PostgresAuditLog,
  PostgresUserDirectory,
  scramVerifier,
} from "../src/index.js";

const RECORD = [
  "audit_entries",
  "rule_versions",
  "document_states",
  "user_states",
  "confirmations",
  "reminders",
  "destroyed",
];
const onConnectionError = () => undefined;

describe("a hardened role", () => {
  // Roles belong to the whole server: unique names, some of which need quotes.
  const suffix = randomBytes(4).toString("hex");
  const role = `Service "${suffix}"`;
  const roles: string[] = [role];
  let empty: TestDatabase;
  let owner: Database;
  let service: Database;

  const asRole = (name: string) => {
    const url = new URL(empty.url);
    url.username = encodeURIComponent(name);
    url.password = "secret";
    return url.href;
  };
  const run = (statement: string) => owner.pool.query(statement);
  const id = (name: string) => pg.escapeIdentifier(name);
  const newRole = async (name: string, more = "") => {
    const full = `${name}_${suffix}`;
    await run(`CREATE ROLE ${id(full)} LOGIN PASSWORD 'secret' ${more}`);
    roles.push(full);
    return full;
  };

  beforeAll(async () => {
    empty = await createTestDatabase();
    owner = await openDatabase({ kind: "server", url: empty.url, poolSize: 2, onConnectionError });
    await migrateToLatest(owner.db);
    await run(`CREATE ROLE ${id(role)} LOGIN PASSWORD 'secret'`);
    // Rights from before are revoked.
    await run(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${id(role)}`);
    for (const time of ["first", "again"]) expect([time, await harden(owner.db, role)]).toEqual([time, null]);
    service = await openDatabase({ kind: "server", url: asRole(role), poolSize: 2, onConnectionError });
    await new PostgresUserDirectory(service.db).change(["1"], () => ({
      records: [aUser({ user_id: "1" })],
      kept: null,
    }));
    await new PostgresAuditLog(service.db).record([anEntry()]);
  });
  afterAll(async () => {
    await service.close();
    for (const name of roles) await run(`DROP OWNED BY ${id(name)}`);
    await owner.close();
    await empty.drop();
    const server = new pg.Client({ connectionString: testServerUrl() });
    await server.connect();
    for (const name of roles) await server.query(`DROP ROLE ${id(name)}`);
    await server.end();
  });

  it("adds to the audit log and reads it", async () => {
    expect(await new PostgresAuditLog(service.db).list({ limit: 9 })).toHaveLength(1);
  });

  it.each(RECORD)("cannot change, delete, empty, back-date or drop %s", async (table) => {
    // Only a warning: nothing is granted.
    await service.pool.query(`GRANT DELETE ON ${table} TO ${id(role)}`);
    for (const statement of [
      `UPDATE ${table} SET at = now()`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table}`,
      `INSERT INTO ${table} (at) VALUES ('2020-01-01')`,
      `SELECT * FROM ${table} FOR UPDATE`,
      `DROP TABLE ${table}`,
      `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
      `CREATE TRIGGER t BEFORE INSERT ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION pg_catalog.suppress_redundant_updates_trigger()`,
      `CREATE RULE r AS ON INSERT TO ${table} DO INSTEAD NOTHING`,
    ]) {
      const code = await service.pool.query(statement).then(
        () => "done",
        (error: { code: string }) => error.code,
      );
      expect({ statement, code }).toEqual({ statement, code: "42501" });
    }
  });

  it("deletes old entries through the one function, and no entry younger than 30 days", async () => {
    const audit = new PostgresAuditLog(service.db);
    await run("INSERT INTO audit_entries (at, kind, details) VALUES (now() - interval '31 days', 'sign-in', '{}')");
    const before = (await audit.list({ limit: 9 })).length;
    expect(await audit.forget(Date.now(), 100)).toBe(1);
    expect(await audit.list({ limit: 9 })).toHaveLength(before - 1);
  });

  it("cannot run that function on its own table", async () => {
    await run(`GRANT TEMPORARY ON DATABASE ${new URL(empty.url).pathname.slice(1)} TO ${id(role)}`);
    const client = await service.pool.connect();
    await client.query("CREATE TEMPORARY TABLE audit_entries (entry_id bigint, at timestamptz)");
    await client.query("INSERT INTO audit_entries VALUES (1, '2020-01-01')");
    const { rows } = await client.query("SELECT public.forget_audit_entries(now(), 10) AS forgotten");
    client.release(true);
    expect(rows).toEqual([{ forgotten: "0" }]);
  });

  it("may start the service if no migration is pending; else the error says what to do", async () => {
    expect(await migrateToLatest(service.db)).toEqual([]);
    await run("CREATE TABLE kept AS SELECT * FROM migrations; DELETE FROM migrations");
    await expect(migrateToLatest(service.db)).rejects.toThrow(
      /^The database role of the service may not change tables, and there are pending migrations \(0029-first[^)]*\): run retrieval migrate --harden ROLE with the DATABASE_URL of their owner\.$/,
    );
    await run("INSERT INTO migrations SELECT * FROM kept; DROP TABLE kept");
  });

  it("reads a later table, and writes it only after it is hardened again", async () => {
    await run("CREATE TABLE later (n integer)");
    await service.pool.query("SELECT * FROM later");
    await expect(service.pool.query("INSERT INTO later VALUES (1)")).rejects.toMatchObject({ code: "42501" });
    expect(await harden(owner.db, role)).toBeNull();
    await service.pool.query("INSERT INTO later VALUES (1)");
  });

  it("is reported by an inspection", async () => {
    expect(await inspectDatabase(service)).toMatchObject({ role, canChangeRecord: false });
    expect(await inspectDatabase(owner)).toMatchObject({ canChangeRecord: true });
  });

  it("is created if it is missing, with a password, which can be changed", async () => {
    const made = `made_${suffix}`;
    const signIn = async (password: string) => {
      const url = new URL(asRole(made));
      url.password = encodeURIComponent(password);
      const client = new pg.Client({ connectionString: url.href });
      await client.connect();
      const { rows } = await client.query("SELECT count(*)::int AS users FROM users");
      await client.end();
      return rows;
    };
    // Full-width letters are the same password as ASCII ones (SASLprep).
    for (const password of ["first", "パスワード'\\", "ｐａｓｓ"]) {
      expect(await harden(owner.db, made, scramVerifier(password, randomBytes(16)))).toBeNull();
      expect(await signIn(password)).toEqual([{ users: 1 }]);
      await expect(signIn("another")).rejects.toMatchObject({ code: "28P01" });
    }
    expect(await signIn("pass")).toEqual([{ users: 1 }]);
    roles.push(made);
  });

  it("keeps its password if it is refused, and is not created by a role that may not create roles", async () => {
    const refused = await newRole("refused", "CREATEROLE");
    const passwordOf = async () =>
      (await run(`SELECT rolpassword FROM pg_authid WHERE rolname = '${refused}'`)).rows[0].rolpassword;
    const before = await passwordOf();
    const verifier = scramVerifier("another", randomBytes(16));
    expect(await harden(owner.db, refused, verifier)).toContain("is a superuser or may create roles");
    expect(await passwordOf()).toBe(before);
    expect(await harden(service.db, `never_${suffix}`, verifier)).toContain("may not create roles or set this one's");
  });

  it("is refused with the reason if it would keep other rights", async () => {
    const member = await newRole("member");
    const group = await newRole("group");
    await run(`GRANT UPDATE ON audit_entries TO ${id(group)}; GRANT ${id(group)} TO ${id(member)}`);
    const me = (await owner.pool.query("SELECT current_user AS me")).rows[0].me as string;
    const ownsTable = await newRole("owns_table");
    const heir = await newRole("heir");
    await run(
      `GRANT ${id(ownsTable)} TO ${id(heir)}; CREATE TABLE owned (); ALTER TABLE owned OWNER TO ${id(ownsTable)}`,
    );
    for (const [name, reason] of [
      ["missing's role", 'There is no role "missing\'s role". Create it first'],
      ["public", 'There is no role "public"'],
      [me, "DATABASE_URL signs in as"],
      [await newRole("super", "SUPERUSER"), "is a superuser or may create roles"],
      [await newRole("maker", "CREATEROLE"), "is a superuser or may create roles"],
      [ownsTable, `an owner of the tables, their schema or the database (${ownsTable})`],
      [heir, `an owner of the tables, their schema or the database (${ownsTable})`],
      [member, "would keep UPDATE on audit_entries: PUBLIC or a role that it is a member of has that right"],
    ] as const) {
      expect([name, await harden(owner.db, name)]).toEqual([name, expect.stringContaining(reason)]);
    }
    await run("GRANT CREATE ON SCHEMA public TO PUBLIC");
    expect(await harden(owner.db, role)).toContain("would keep CREATE on schema public: PUBLIC or a role");
    await run("REVOKE CREATE ON SCHEMA public FROM PUBLIC");
    expect(await harden(owner.db, role)).toBeNull();
    // A refusal changes nothing.
    const { rows } = await run(`SELECT has_table_privilege('${member}', 'users', 'SELECT') AS can`);
    expect(rows).toEqual([{ can: false }]);
    expect(await harden(service.db, group)).toMatch(/^The tables belong to .* and DATABASE_URL signs in as Service/);
    await run("DROP TABLE owned");
  });
});
