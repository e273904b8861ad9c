import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type PostgresServer, startPostgresServer } from "@retrieval/contract";
import pg from "pg";
import { run, ServiceProcess } from "../test/process/service-process.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const ADMIN = { ADMIN_USER_ID: "000001", ADMIN_DISPLAY_NAME: "管理者" };

describe("the roles of docker-compose.yml, on their own server", () => {
  let folder: string;
  let compose: string;
  let server: PostgresServer;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "retrieval-compose-"));
    compose = await readFile(join(ROOT, "docker-compose.yml"), "utf8");
    await cp(join(ROOT, "deploy/make-secrets"), join(folder, "make-secrets"));
    await makeSecrets();
    server = await startPostgresServer();
    // As PostgreSQL's image creates them from POSTGRES_USER and POSTGRES_DB.
    expect(blockOf("database")).toContain("POSTGRES_USER: retrieval\n");
    const password = pg.escapeLiteral((await secret("postgres_password")).trim());
    await onServer(server.url, `CREATE ROLE retrieval SUPERUSER LOGIN PASSWORD ${password}`);
    await onServer(server.url, "CREATE DATABASE retrieval OWNER retrieval TEMPLATE template0 ENCODING 'UTF8'");
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  const makeSecrets = () => promisify(execFile)(join(folder, "make-secrets"));
  const secret = (name: string) => readFile(join(folder, "secrets", name), "utf8");
  const blockOf = (service: string) =>
    new RegExp(`^  ${service}:\\n((?:(?:    .*)?\\n)*)`, "m").exec(compose)?.[1] ?? "";

  /** The URL that Compose gives to a service by a setting, with the address of this server. */
  async function urlOf(service: string, setting: string): Promise<string> {
    const [, name = ""] = new RegExp(`${setting}_FILE: /run/secrets/(\\w+)`).exec(blockOf(service)) ?? [];
    expect(/ secrets: \[(.*)\]/.exec(blockOf(service))?.[1]?.split(", ")).toContain(name);
    return (await secret(name)).trim().replace("@database:5432/", `@127.0.0.1:${server.port}/`);
  }

  const serviceUrl = () => urlOf("service", "DATABASE_URL");

  async function migrate() {
    const env = {
      DATABASE_URL: await urlOf("migrate", "DATABASE_URL"),
      SERVICE_DATABASE_URL: await urlOf("migrate", "SERVICE_DATABASE_URL"),
    };
    const [, command = ""] = /command: \[(.*)\]/.exec(blockOf("migrate")) ?? [];
    const finished = await run(command.split(", "), env);
    for (const url of Object.values(env))
      expect(finished.stdout + finished.stderr).not.toContain(new URL(url).password);
    return finished;
  }

  it("the service starts only after the owner has migrated the database", async () => {
    expect(blockOf("service")).toContain("migrate: { condition: service_completed_successfully }");
    expect(await migrate()).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^applied 0029-first\b[\s\S]*\n[\s\S]*The role retrieval_service can add to the audit log but not change it, and owns nothing\.\n$/,
      ),
    });
    expect((await migrate()).stdout).toMatch(/^The database is up to date\.\nThe role retrieval_service can add/);
  });

  it("the service's role reads and writes data, and neither owns nor changes the tables", async () => {
    const url = await serviceUrl();
    expect(new URL(url).username).toBe("retrieval_service");
    const service = await ServiceProcess.serve(url, ADMIN);
    try {
      const token = await service.signIn("000001");
      const body = JSON.stringify({ users: [{ user_id: "000002", display_name: "二" }] });
      expect((await service.fetch("/api/manage/users/bulk", { method: "POST", token, body })).status).toBe(200);
    } finally {
      expect(await service.end("SIGTERM")).toBe(0);
    }
    const owned = ["pg_class/relowner", "pg_proc/proowner", "pg_namespace/nspowner", "pg_database/datdba"].map(
      (name) => {
        const [table, column] = name.split("/");
        return `SELECT oid FROM ${table} WHERE ${column} = 'retrieval_service'::regrole`;
      },
    );
    expect((await onServer(url, owned.join(" UNION ALL "))).rows).toEqual([]);
    const { rows } = await onServer(url, "SELECT * FROM pg_roles WHERE rolname = current_user");
    const powers = ["rolsuper", "rolcreaterole", "rolcreatedb", "rolreplication", "rolbypassrls"];
    for (const power of powers) expect({ power, has: rows[0][power] }).toEqual({ power, has: false });
    for (const statement of [
      "CREATE TABLE mine ()",
      "CREATE SCHEMA mine",
      "ALTER TABLE users ADD COLUMN mine text",
      "DROP TABLE users",
      "TRUNCATE users",
      "UPDATE audit_entries SET kind = 'x'",
      "DELETE FROM audit_entries",
      "DELETE FROM migrations",
      "CREATE ROLE mine",
    ]) {
      const code = await onServer(url, statement).then(
        () => "done",
        (error: { code: string }) => error.code,
      );
      expect({ statement, code }).toEqual({ statement, code: "42501" });
    }
  });

  it("the service reports in one sentence that it may not migrate", async () => {
    await onServer(server.url, "CREATE DATABASE empty TEMPLATE template0 ENCODING 'UTF8'");
    const DATABASE_URL = (await serviceUrl()).replace(/\/retrieval$/, "/empty");
    const required = { SSO_SHARED_SECRET: await secret("sso_shared_secret"), PORTAL_DOMAIN: "portal.example.com" };
    const env = { ...required, DATABASE_URL, TRUST_PROXY: "10.0.0.0/8", PORT: "0", LOG_LEVEL: "error" };
    expect(await run(["serve"], { ...env, SSO_SHARED_SECRET: required.SSO_SHARED_SECRET.trim() })).toEqual({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(
        /^The database role of the service may not change tables, and there are pending migrations \(.*\): run retrieval migrate .*\.\n$/,
      ),
    });
  });

  it("make-secrets gives an older installation with one role both roles, and keeps its data", async () => {
    const before = await serviceUrl();
    const owner = await secret("owner_database_url");
    await rm(join(folder, "secrets/owner_database_url"));
    await rm(join(folder, "secrets/service_database_url"));
    await writeFile(join(folder, "secrets/database_url"), owner);
    await makeSecrets();
    expect(await secret("owner_database_url")).toBe(owner);
    expect(await migrate()).toMatchObject({ code: 0 });
    const users = "SELECT count(*)::int AS users FROM users";
    expect((await onServer(await serviceUrl(), users)).rows).toEqual([{ users: 2 }]);
    // Only the new password works.
    await expect(onServer(before, users)).rejects.toMatchObject({ code: "28P01" });
  });
});

async function onServer(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}
