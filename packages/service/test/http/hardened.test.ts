import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import pg from "pg";
import { migrateDatabase } from "../../src/commands/migrate.js";
import { Retention } from "../../src/retention/retention.js";
import { createHardenedDatabase, type HardenedDatabase } from "../hardened-database.js";
import { type Call, callAs, startTestService, type TestService } from "../harness.js";

describe("the service under a role that was hardened", () => {
  let database: HardenedDatabase;
  let t: TestService;
  let admin: string;
  beforeAll(async () => {
    database = await createHardenedDatabase();
    t = await startTestService({ env: { DATABASE_URL: database.serviceUrl, SSO_SINGLE_USE: "true" } });
    admin = await t.signedIn("000001", { role: "admin" });
  });
  afterAll(async () => {
    await t.close();
    await database.drop();
  });

  const call = (...asked: Call) => callAs(t, admin, ...asked);

  it("is reported by migrate", () => {
    expect(database.said).toContain(
      `The role ${database.role} can add to the audit log but not change it, and owns nothing.\n`,
    );
  });

  it("signs in, imports users, ingests documents and changes rules, and records everything in the audit log", async () => {
    await call("put", "/api/manage/departments", { departments: [{ code: "D1", name: "総務部" }] }).expect(200);
    const csv = "社員番号,氏名,部署\r\n100001,山田,総務部\r\n";
    const headers = { "Content-Type": "text/csv", "If-Match": "*" };
    const report = await call("post", "/api/manage/imports?mode=sync", csv, headers).expect(200);
    expect(report.body.counts).toMatchObject({ new: 1 });
    await call("put", "/api/manage/departments", { departments: [{ code: "D2", name: "総務部" }] }).expect(200);

    const chunks = [{ text_type: "paragraph", content: "本文" }];
    for (const publish of [true, true, false]) {
      const job = (await call("put", "/api/manage/documents/d?wait=true", { title: "D", chunks, publish })).body;
      expect(job).toMatchObject({ state: "done", error: null });
    }
    await call("post", "/api/manage/documents/d/publish").expect(200);
    const rules = { allow_all: false, allowed_department_codes: ["D2"] };
    await call("put", "/api/manage/documents/d/access-rules", rules, { "If-Match": "*" }).expect(200);
    await call("delete", "/api/manage/documents/d").expect(204);

    await t.signedIn("100001");
    const wanted = ["departments-replaced", "document-deleted", "document-published", "rule-changed", "sign-in"];
    for (let tries = 0; ; tries += 1) {
      const entries = (await call("get", "/api/manage/audit?limit=200")).body.items as { kind: string }[];
      const kinds = new Set(entries.map(({ kind }) => kind));
      if (wanted.every((kind) => kinds.has(kind))) break;
      if (tries === 1_000) expect([...kinds].sort()).toEqual(expect.arrayContaining(wanted));
      await sleep(50);
    }
  });

  it("deletes old audit entries", async () => {
    const { audit, clock, logger } = t.service.deps;
    t.clock.seconds = Math.floor(Date.now() / 1000) + 40 * 86_400;
    // No entry is older than 30 days by the database's own clock, whatever the service's clock says.
    await new Retention({
      forget: (before, limit) => audit.forget(before, limit),
      what: "audit entries",
      clock,
      logger,
      days: 30,
    }).forgetOld();
    expect((await audit.list({ limit: 1 })).length).toBe(1);
    expect(t.log()).not.toContain("could not be deleted");
  });

  it("keeps what a newer version has granted when an older one is to run again", async () => {
    const { url, role } = database;
    const owner = new pg.Client({ connectionString: url });
    await owner.connect();
    await owner.query(`INSERT INTO migrations (name, timestamp) VALUES ('9999-later', '2999-01-01');
      ALTER TABLE audit_entries ADD place text; GRANT INSERT (place) ON audit_entries TO ${role}`);
    expect(await migrateDatabase({ database: { kind: "server", url, poolSize: 1 } }, { role })).toContain(
      `The role ${role} keeps its rights: only the version of the tables (9999-later) knows all of them.\n`,
    );
    const { rows } = await owner.query("SELECT has_column_privilege($1, 'audit_entries', 'place', 'INSERT') AS may", [
      role,
    ]);
    expect(rows).toEqual([{ may: true }]);
    await owner.end();
  });
});
