import { afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { callAs, errorBody, useTestService } from "../harness.js";

const CLOSED = { allow_all: false, allowed_department_codes: [], allowed_groups: [], allowed_users: [] };
const CHUNKS = { chunks: [{ text_type: "paragraph", content: "通勤手当" }] };

describe("An instance on tables that a newer version has migrated since it started", () => {
  const t = useTestService();
  const run = (statement: string) => t.database.pool.query(statement);
  const readiness = async () => {
    const answer = await t.http().get("/readyz");
    if (answer.status !== 200) expect([answer.status, answer.body]).toEqual([503, errorBody("UNAVAILABLE")]);
    return answer.status;
  };
  /** An instance of that version answered /readyz first and last so many seconds ago. */
  const newerWasReady = (first: number, last: number) =>
    run(
      `INSERT INTO ready_versions (last_migration, since, seen)
       VALUES ('9999-later', now() - interval '${first} s', now() - interval '${last} s')
       ON CONFLICT (last_migration) DO UPDATE SET since = excluded.since, seen = excluded.seen`,
    );
  const migrate = (name: string) => run(`INSERT INTO migrations (name, timestamp) VALUES ('${name}', '2999-01-01')`);
  const back = () => run("DELETE FROM migrations WHERE name > '9999'; DELETE FROM ready_versions");
  beforeAll(() => callAs(t, t.admin, "put", "/api/manage/documents/there?wait=true", CHUNKS).expect(200));
  beforeEach(() => migrate("9999-later"));
  afterEach(back);

  it("is ready until an instance of the newer version has been ready for a minute, and again once that one is gone", async () => {
    expect(await readiness()).toBe(200);
    await newerWasReady(50, 1);
    expect(await readiness()).toBe(200);
    await newerWasReady(70, 1);
    expect(await readiness()).toBe(503);
    await newerWasReady(200, 70);
    expect(await readiness()).toBe(200);
  });

  it("answers each request, and leaves an upload to the newer version", async () => {
    await newerWasReady(70, 1);
    const accepted = await callAs(t, t.admin, "put", "/api/manage/documents/waits", CHUNKS).expect(202);
    const { jobs } = t.service.deps;
    expect(await jobs.lease(30)).toBeNull();
    expect(await jobs.find(accepted.body.job_id)).toMatchObject({ state: "queued", problems: [] });
    await callAs(t, t.admin, "put", "/api/manage/users/7", { display_name: "七" }).expect(201);
    await callAs(t, await t.signedIn("7"), "post", "/api/search", { query: "手当" }).expect(200);
    await callAs(t, t.admin, "put", "/api/manage/documents/there/access-rules", CLOSED, { "If-Match": "*" }).expect(
      200,
    );
    await back();
    // The worker looks again by itself.
    while ((await jobs.find(accepted.body.job_id))?.state !== "done") await new Promise(setImmediate);
  });

  it("is ready while it cannot tell others so", async () => {
    const holder = await t.database.pool.connect();
    await holder.query("BEGIN; LOCK TABLE ready_versions IN SHARE MODE");
    expect(await readiness()).toBe(200);
    await holder.query("ROLLBACK");
    holder.release();
  });

  it("is not ready at once if it cannot use the tables", async () => {
    await migrate("9999-smaller.from-9999");
    expect(await readiness()).toBe(503);
  });
});
