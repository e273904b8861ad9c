import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { startTestService, type TestService } from "../harness.js";
import { seenEffects, seenReaders } from "./seen-readers.js";

const NAMES = ["総務部", "経理部", "営業部", "法務部"] as const;
const CODES = ["D0", "D1", "D2", "D3"] as const;
const PEOPLE = Array.from({ length: 12 }, (_, i) => `${100_001 + i}`);
const PATH = "/api/manage/departments";

describe("a dry run of a new department master", () => {
  let t: TestService;
  let admin: string;
  beforeAll(async () => {
    t = await startTestService();
  });
  beforeEach(async () => {
    await t.empty();
    await t.database.pool.query("TRUNCATE audit_entries CASCADE");
    admin = await t.signedIn("000001", { role: "admin" });
    await put(NAMES.map((name, i) => ({ code: `D${i}`, name })));
    await t
      .http()
      .post("/api/manage/users/bulk")
      .set("Authorization", `Bearer ${admin}`)
      .send({ users: PEOPLE.map((user_id, i) => ({ user_id, display_name: "人", department: NAMES[i % 4] })) })
      .expect(200);
    await publish("open", { allow_all: true });
    await publish("d0", closedTo("D0"));
    await publish("d1-d2", closedTo("D1", "D2"));
    await publish("one", { allow_all: false, allowed_users: ["100002"], allowed_department_codes: ["D3"] });
  });
  afterAll(() => t.close());

  const put = (departments: unknown, query = "") =>
    t.http().put(`${PATH}${query}`).set("Authorization", `Bearer ${admin}`).send({ departments });
  const publish = (document_id: string, access_rules: object) =>
    t
      .http()
      .put(`/api/manage/documents/${document_id}?wait=true`)
      .set("Authorization", `Bearer ${admin}`)
      .send({ chunks: [{ text_type: "paragraph", content: "text" }], access_rules })
      .expect(200);
  const closedTo = (...codes: string[]) => ({ allow_all: false, allowed_department_codes: codes });
  const everything = async () => {
    // The log writes sign-ins a moment after their answer, so maybe between two comparisons.
    const tables = ["users", "departments", "user_states", "audit_entries WHERE kind <> 'sign-in'"];
    const rows = tables.map(async (name) => (await t.database.pool.query(`SELECT * FROM ${name} ORDER BY 1, 2`)).rows);
    return Promise.all(rows);
  };

  it("shows how many users change code or lose it, and which documents gain and lose readers", async () => {
    await t.signedIn("000002", { role: "developer" });
    const master = [
      { code: "D1", name: "総務部" },
      { code: "D1-new", name: "経理部" },
      { code: "D3", name: "法務部" },
    ];
    const { status, body } = await put(master, "?dry_run=true");
    expect(status).toBe(200);
    expect(body).toEqual({
      departments: master,
      users_resolved_again: 9,
      users_recoded: 9,
      users_without_code: 3,
      active_users: 12,
      effects: [
        { document_id: "d0", title: "d0", gained: 0, lost: 3 },
        { document_id: "d1-d2", title: "d1-d2", gained: 3, lost: 6 },
      ],
    });
  });

  it("does not count a first code as a changed one", async () => {
    const users = ["100001", "100002", "100003"].map((user_id) => ({
      user_id,
      display_name: "人",
      department: "新設部",
    }));
    const body = { users, update_existing: true };
    await t.http().post("/api/manage/users/bulk").set("Authorization", `Bearer ${admin}`).send(body).expect(200);
    const master = [...NAMES.slice(1).map((name, i) => ({ code: `D${i + 1}`, name })), { code: "D9", name: "新設部" }];
    expect((await put(master, "?dry_run=true")).body).toMatchObject({
      users_resolved_again: 5,
      users_recoded: 2,
      users_without_code: 2,
    });
  });

  it("writes nothing: no master, no code, no audit entry", async () => {
    const before = await everything();
    expect((await put([], "?dry_run=true")).body).toMatchObject({ users_resolved_again: 12, users_without_code: 12 });
    expect(await everything()).toEqual(before);
    expect((await put([])).body).toEqual({ departments: [], users_resolved_again: 12 });
    expect(await everything()).not.toEqual(before);
  });

  it("counts inactive users and users who read everything as losing a code, but not as lost readers", async () => {
    await t.database.pool.query("UPDATE users SET is_active = false WHERE user_id = '100001'");
    await t.database.pool.query("UPDATE users SET role = 'developer' WHERE user_id = '100005'");
    const { body } = await put(
      NAMES.slice(1).map((name, i) => ({ code: `D${i + 1}`, name })),
      "?dry_run=true",
    );
    expect(body).toMatchObject({
      users_resolved_again: 3,
      users_without_code: 3,
      active_users: 10,
      effects: [{ document_id: "d0", title: "d0", gained: 0, lost: 1 }],
    });
  });

  it("accepts and refuses the same as the real call, and a mistyped dry_run does not start the real one", async () => {
    const before = await everything();
    for (const departments of [undefined, {}, [{ code: "D1" }], [{ code: " D1", name: "a" }], [1]]) {
      const [dry, real] = [await put(departments, "?dry_run=true"), await put(departments)];
      expect(dry).toMatchObject({ status: 400, body: real.body });
    }
    for (const query of ["?dry_run", "?dry_run=", "?dry_run=1", "?dry_run=yes", "?dry_run=TRUE", "?dryrun=true"])
      expect({ query, status: (await put([], query)).status }).toEqual({ query, status: 400 });
    expect(await everything()).toEqual(before);
    expect((await put([], "?dry_run=false")).body).toEqual({ departments: [], users_resolved_again: 12 });
  });

  it("is for administrators", async () => {
    const reader = await t.signedIn("000003");
    const response = await t
      .http()
      .put(`${PATH}?dry_run=true`)
      .set("Authorization", `Bearer ${reader}`)
      .send({ departments: [] });
    expect(response.status).toBe(403);
  });

  it("predicts exactly the numbers of the replacement", async () => {
    const readers = () => seenReaders(t, ["d0", "d1-d2", "one", "open"], PEOPLE);
    const master = fc.uniqueArray(fc.record({ code: fc.constantFrom(...CODES), name: fc.constantFrom(...NAMES) }), {
      selector: ({ code }) => code,
    });
    let lost = 0;
    await fc.assert(
      fc.asyncProperty(master, async (departments) => {
        const before = await readers();
        const { body: foreseen } = await put(departments, "?dry_run=true");
        const { body: replaced } = await put(departments);
        expect(foreseen.users_resolved_again).toBe(replaced.users_resolved_again);
        const after = await readers();
        const seen = seenEffects(before, after);
        lost += seen.reduce((sum, one) => sum + one.lost, 0);
        expect(foreseen.effects).toEqual(seen);
      }),
      { seed: 20_260_402, numRuns: 10 },
    );
    expect(lost).toBeGreaterThan(0);
  });
});
