import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import pg from "pg";
import { createHardenedDatabase, type HardenedDatabase } from "../test/hardened-database.js";
import { PORTAL, SECRET, signedRequest } from "../test/harness.js";
import { run, ServiceProcess } from "../test/process/service-process.js";

const ADMIN = { ADMIN_USER_ID: "000001", ADMIN_DISPLAY_NAME: "管理者" };

describe("the audit log of a service process", () => {
  let database: HardenedDatabase;
  beforeAll(async () => {
    database = await createHardenedDatabase();
  });
  afterAll(() => database.drop());

  const settings = (DATABASE_URL: string) => ({
    SSO_SHARED_SECRET: SECRET,
    PORTAL_DOMAIN: PORTAL,
    DATABASE_URL,
    TRUST_PROXY: "loopback",
    PORT: "0",
  });

  it("has the sign-ins of its last second, under a hardened role", async () => {
    const service = await ServiceProcess.serve(database.serviceUrl, ADMIN);
    await service.signIn("000001");
    const body = JSON.stringify({ ...signedRequest("000001", 1), signature: "0".repeat(64) });
    expect((await service.fetch("/api/auth/sso-token", { method: "POST", body })).status).toBe(401);
    expect(await service.end("SIGTERM")).toBe(0);
    expect(service.log).not.toContain("could not be written");

    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query(
      "SELECT kind, user_id, details->>'count' AS count FROM audit_entries WHERE kind LIKE 'sign-in%' ORDER BY entry_id",
    );
    await client.end();
    expect(rows).toEqual([
      { kind: "sign-in", user_id: "000001", count: null },
      { kind: "sign-in-refused", user_id: null, count: "1" },
    ]);
  });

  it("is exported as a stream without a warning of Node in the log", async () => {
    const service = await ServiceProcess.serve(database.serviceUrl, ADMIN);
    const token = await service.signIn("000001");
    const response = await service.fetch("/api/manage/audit?format=csv", { token });
    expect(await response.text()).toContain("sign-in");
    await service.end("SIGTERM");
    const lines = service.log.trimEnd().split("\n");
    expect(lines.filter((line) => !line.startsWith("{"))).toEqual([]);
  });

  it("is checked by the doctor, which says whether the service could change it", async () => {
    const owner = await run(["doctor"], settings(database.url));
    expect(owner).toMatchObject({ code: 0 });
    expect(owner.stdout).toMatch(/^note {3}the database role \w+ could change or delete entries of the audit log$/m);
    expect(owner.stdout).toContain("retrieval migrate --harden ROLE");
    const service = await run(["doctor"], settings(database.serviceUrl));
    expect(service.stdout).toContain(
      `ok     the database role ${database.role} can add to the audit log, and cannot change it\n`,
    );
  });

  it("is protected by migrate --harden, which says what it did or why it did nothing", async () => {
    const again = await run(["migrate", "--harden", database.role], settings(database.url));
    expect(again).toEqual({
      code: 0,
      stdout: `The database is up to date.\nThe role ${database.role} can add to the audit log but not change it, and owns nothing.\n`,
      stderr: "",
    });
    const unknownRole = await run(["migrate", "--harden", "no_such_role"], settings(database.url));
    expect(unknownRole).toMatchObject({ code: 1, stdout: "" });
    expect(unknownRole.stderr).toMatch(/Nothing was hardened\. There is no role "no_such_role"\. Create it first/);
    const embedded = await run(["migrate", "--harden", "service"], settings("embedded"));
    expect(embedded).toMatchObject({ code: 1, stdout: "" });
    expect(embedded.stderr).toBe(
      "The embedded database has one role, which owns everything: --harden and --service-role are for a PostgreSQL server.\n",
    );
  });
});
