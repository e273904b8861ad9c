import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { describeWithRealData, realDataDir } from "@retrieval/contract";
import { errorBody, useTestService } from "../harness.js";

const unmatched = (why: string) => ({ code: "department.unmatched", why });

describe("POST /api/manage/users/bulk", () => {
  const t = useTestService();

  const bulk = (body: unknown, token = t.admin) =>
    t
      .http()
      .post("/api/manage/users/bulk")
      .set("Authorization", `Bearer ${token}`)
      .send(body as object);
  const user = (user_id: string) => t.service.deps.users.find(user_id);

  it("creates users with the defaults of the spec, and answers 200 with counts that add up", async () => {
    const response = await bulk({ users: [{ user_id: "100001", display_name: "新人 一" }] });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ created: 1, updated: 0, skipped: 0, errors: [], total_requested: 1 });
    expect(await user("100001")).toMatchObject({
      user_id: "100001",
      display_name: "新人 一",
      department: null,
      department_code: null,
      department_code_given: false,
      email: null,
      role: "user",
      permission_groups: [],
      is_active: true,
      password_hash: null,
      sessions: 0,
    });
  });

  it("skips existing users unless update_existing is true; an update keeps omitted fields", async () => {
    await bulk({
      users: [
        {
          user_id: "100002",
          display_name: "Before",
          role: "developer",
          email: "a@b.example",
          permission_groups: ["g"],
        },
      ],
    });
    const skipped = await bulk({ users: [{ user_id: "100002", display_name: "After" }] });
    expect(skipped.body).toEqual({ created: 0, updated: 0, skipped: 1, errors: [], total_requested: 1 });
    expect((await user("100002"))?.display_name).toBe("Before");

    const updated = await bulk({ users: [{ user_id: "100002", display_name: "After" }], update_existing: true });
    expect(updated.body).toEqual({ created: 0, updated: 1, skipped: 0, errors: [], total_requested: 1 });
    expect(await user("100002")).toMatchObject({
      display_name: "After",
      role: "developer",
      email: "a@b.example",
      permission_groups: ["g"],
    });
  });

  it("reports each failing entry by index and reason with 207, and processes the others", async () => {
    const users = [
      { user_id: "100010", display_name: "Good" },
      { user_id: "100011" },
      { display_name: "Nobody" },
      { user_id: "100012", display_name: "Bad role", role: "boss" },
      "not an object",
      null,
      { user_id: "100013", display_name: "Typo", departmnet: "総務部" },
      { user_id: " 100014", display_name: "Space" },
      { user_id: "100010", display_name: "Again" },
      { user_id: "100015", display_name: "NUL\u0000" },
      { user_id: "100016", display_name: "No mail", email: "nowhere" },
      { user_id: 100017, display_name: "Number" },
      { user_id: "100018", display_name: "Also good", password: "correct horse battery staple" },
    ];
    const response = await bulk({ users });
    expect(response.status).toBe(207);
    const { created, updated, skipped, errors, total_requested } = response.body;
    expect({ created, updated, skipped, total_requested }).toEqual({
      created: 2,
      updated: 0,
      skipped: 0,
      total_requested: 13,
    });
    expect(created + updated + skipped + errors.length).toBe(total_requested);
    expect(errors.map(({ index, user_id }: { index: number; user_id: string }) => [index, user_id])).toEqual([
      [1, "100011"],
      [2, ""],
      [3, "100012"],
      [4, ""],
      [5, ""],
      [6, "100013"],
      [7, " 100014"],
      [8, "100010"],
      [9, "100015"],
      [10, "100016"],
      [11, ""],
    ]);
    expect(errors[0].error).toBe("display_name is required");
    expect(errors[7].error).toContain("entry 0");
    expect(response.text).not.toContain("battery");
    expect(await user("100018")).toMatchObject({
      password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
    });
  });

  it("accepts an empty list, and exactly 100 entries", async () => {
    expect((await bulk({ users: [] })).body).toEqual({
      created: 0,
      updated: 0,
      skipped: 0,
      errors: [],
      total_requested: 0,
    });
    const users = Array.from({ length: 100 }, (_, i) => ({
      user_id: `2${String(i).padStart(5, "0")}`,
      display_name: `P ${i}`,
    }));
    expect((await bulk({ users })).body).toMatchObject({ created: 100, total_requested: 100 });
  });

  it("refuses 101 entries, a missing array and a missing body with 400, names the limit, and writes nothing", async () => {
    const users = Array.from({ length: 101 }, (_, i) => ({
      user_id: `3${String(i).padStart(5, "0")}`,
      display_name: `P ${i}`,
    }));
    const response = await bulk({ users });
    expect(response.status).toBe(400);
    expect(response.body).toEqual(errorBody("INVALID_REQUEST", expect.stringContaining("100")));
    expect(await user("300000")).toBeNull();
    for (const body of [
      { users: {} },
      {},
      [],
      { users: [], update_existing: "yes" },
      { users: [], update_exsting: true },
    ]) {
      expect({ body, status: (await bulk(body)).status }).toEqual({ body, status: 400 });
    }
  });

  it("keeps names byte for byte", async () => {
    const names = ["髙橋", "山﨑", "𠮷田", "神谷", "Zoë", "Zoe\u0308", "\u200Fabc", "O'Brien\\\"{,}", "👩‍💻"];
    const users = names.map((display_name, i) => ({ user_id: `40000${i}`, display_name }));
    expect((await bulk({ users })).status).toBe(200);
    for (const { user_id, display_name } of users) {
      expect(Buffer.from((await user(user_id))?.display_name ?? "")).toEqual(Buffer.from(display_name));
    }
  });

  describe("department and code", () => {
    beforeAll(async () => {
      const departments = [
        { code: "D1", name: "総務部" },
        { code: "D2", name: "営業部" },
        { code: "D3", name: "第一課" },
        { code: "D4", name: "第一課" },
        { code: "D5", name: "ABC部" },
      ];
      const response = await t
        .http()
        .put("/api/manage/departments")
        .set("Authorization", `Bearer ${t.admin}`)
        .send({ departments });
      expect(response.status).toBe(200);
    });

    it("finds the code by the department's name after NFKC and trimming, and lists users without a code", async () => {
      const users = [
        { user_id: "500001", display_name: "A", department: "総務部" },
        { user_id: "500002", display_name: "B", department: "ＡＢＣ部" },
        { user_id: "500003", display_name: "C", department: "第一課" },
        { user_id: "500004", display_name: "D", department: "宇宙開発部" },
        { user_id: "500005", display_name: "E", department: "総務部", department_code: "X9" },
        { user_id: "500006", display_name: "F" },
      ];
      const response = await bulk({ users });
      expect(response.status).toBe(200);
      expect(response.body.warnings).toEqual([
        { index: 2, user_id: "500003", warning: expect.stringContaining("ambiguous"), problem: unmatched("ambiguous") },
        { index: 3, user_id: "500004", warning: expect.stringContaining("unknown"), problem: unmatched("unknown") },
        {
          index: 4,
          user_id: "500005",
          warning: expect.stringContaining("code is not in the department master"),
          problem: { code: "department_code.unknown" },
        },
      ]);
      const codes = await Promise.all(users.map(async ({ user_id }) => (await user(user_id))?.department_code));
      expect(codes).toEqual(["D1", "D5", null, null, "X9", null]);
      expect((await user("500004"))?.department).toBe("宇宙開発部");
    });

    it("warns of a given code only if the master does not have it", async () => {
      const sent = (user_id: string, department_code: string | null) => ({
        user_id,
        display_name: "A",
        department_code,
      });
      const users = [sent("500031", "D1"), sent("500032", "d1"), sent("500033", null)];
      for (const update_existing of [false, true]) {
        const { body } = await bulk({ users, update_existing });
        const warning = "the department code is not in the department master; it was saved as given";
        expect(body.warnings).toEqual([
          { index: 1, user_id: "500032", warning, problem: { code: "department_code.unknown" } },
        ]);
        expect((await user("500032"))?.department_code).toBe("d1");
      }
      const skipped = { created: 0, updated: 0, skipped: 3, errors: [], total_requested: 3 };
      expect((await bulk({ users })).body).toEqual(skipped);
    });

    it("removes the old code of a user who moved to another department", async () => {
      await bulk({ users: [{ user_id: "500010", display_name: "M", department: "総務部" }] });
      await bulk({ users: [{ user_id: "500010", display_name: "M", department: "営業部" }], update_existing: true });
      expect((await user("500010"))?.department_code).toBe("D2");
      await bulk({
        users: [{ user_id: "500010", display_name: "M", department: "宇宙開発部" }],
        update_existing: true,
      });
      expect((await user("500010"))?.department_code).toBeNull();
    });

    it("resolves names again when the master is replaced, and leaves given codes alone", async () => {
      await bulk({ users: [{ user_id: "500020", display_name: "N", department: "新設部" }] });
      await bulk({ users: [{ user_id: "500021", display_name: "G", department: "新設部", department_code: "KEEP" }] });
      await t
        .http()
        .put("/api/manage/departments")
        .set("Authorization", `Bearer ${t.admin}`)
        .send({ departments: [{ code: "D77", name: "新設部" }] });
      expect((await user("500020"))?.department_code).toBe("D77");
      expect((await user("500021"))?.department_code).toBe("KEEP");
      expect((await user("500001"))?.department_code).toBeNull();
    });
  });

  it("does not warn of an unknown code without a department master", async () => {
    await t
      .http()
      .put("/api/manage/departments")
      .set("Authorization", `Bearer ${t.admin}`)
      .send({ departments: [] })
      .expect(200);
    const { body } = await bulk({ users: [{ user_id: "500041", display_name: "A", department_code: "D1" }] });
    expect(body).toEqual({ created: 1, updated: 0, skipped: 0, errors: [], total_requested: 1 });
  });

  it("leaves an inactive user inactive, says so, and reactivates only on request", async () => {
    await bulk({ users: [{ user_id: "600001", display_name: "Left", is_active: false }] });
    const silent = await bulk({ users: [{ user_id: "600001", display_name: "Left" }], update_existing: true });
    expect(silent.body.warnings).toEqual([
      {
        index: 0,
        user_id: "600001",
        warning: expect.stringContaining("inactive"),
        problem: { code: "user.stays_inactive", via: "call" },
      },
    ]);
    expect((await user("600001"))?.is_active).toBe(false);
    await bulk({ users: [{ user_id: "600001", display_name: "Back", is_active: true }], update_existing: true });
    expect((await user("600001"))?.is_active).toBe(true);
  });

  it("never demotes or deactivates the caller or the last active admin", async () => {
    const self = await bulk({ users: [{ user_id: "000001", display_name: "A", role: "user" }], update_existing: true });
    expect(self.body.errors).toEqual([
      {
        index: 0,
        user_id: "000001",
        error: expect.stringContaining("yourself"),
        problems: [{ code: "admin.own_role" }],
      },
    ]);
    const off = await bulk({
      users: [{ user_id: "000001", display_name: "A", is_active: false }],
      update_existing: true,
    });
    expect(off.status).toBe(207);
    expect(await user("000001")).toMatchObject({ role: "admin", is_active: true });
  });

  it("needs a valid token of an admin", async () => {
    const users = [{ user_id: "700001", display_name: "X" }];
    const none = await t.http().post("/api/manage/users/bulk").send({ users });
    expect(none.status).toBe(401);
    expect(none.body).toEqual(errorBody("UNAUTHORIZED"));
    expect((await bulk({ users }, "garbage")).body).toEqual(errorBody("UNAUTHORIZED"));
    for (const role of ["user", "developer"] as const) {
      const response = await bulk({ users }, await t.signedIn(`role-${role}`, { role }));
      expect(response.status).toBe(403);
      expect(response.body).toEqual(errorBody("FORBIDDEN"));
    }
    expect(await user("700001")).toBeNull();
  });

  it("uses the current role, not the token's", async () => {
    const token = await t.signedIn("800001", { role: "admin" });
    expect((await bulk({ users: [] }, token)).status).toBe(200);
    await bulk({ users: [{ user_id: "800001", display_name: "D", role: "user" }], update_existing: true });
    expect((await bulk({ users: [] }, token)).status).toBe(403);
    await bulk({ users: [{ user_id: "800001", display_name: "D", is_active: false }], update_existing: true });
    expect((await bulk({ users: [] }, token)).status).toBe(401);
  });

  it("completes two concurrent imports in opposite order", async () => {
    const ids = Array.from({ length: 100 }, (_, i) => `9${String(i).padStart(5, "0")}`);
    const entries = (name: string, order: string[]) => ({
      users: order.map((user_id) => ({ user_id, display_name: name })),
      update_existing: true,
    });
    const calls = Array.from({ length: 6 }, (_, i) => bulk(entries(`Import ${i}`, i % 2 ? ids.toReversed() : ids)));
    const answers = await Promise.all(calls);
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(answers.reduce((sum, { body }) => sum + body.created, 0)).toBe(100);
    const names = new Set(await Promise.all(ids.map(async (id) => (await user(id))?.display_name)));
    expect(names.size).toBe(1);
  });

  describeWithRealData("with the big list of naughty strings", () => {
    const naughty = () => JSON.parse(readFileSync(join(realDataDir, "vectors/blns.json"), "utf8")) as string[];

    it("stores each as a name byte for byte or refuses it with a reason", async () => {
      const texts = naughty();
      let stored = 0;
      for (let from = 0; from < texts.length; from += 100) {
        const users = texts
          .slice(from, from + 100)
          .map((display_name, i) => ({ user_id: `blns-${from + i}`, display_name }));
        const { body } = await bulk({ users });
        expect(body.created + body.errors.length).toBe(users.length);
        const refused = new Set(body.errors.map(({ index }: { index: number }) => index));
        for (const [i, { user_id, display_name }] of users.entries()) {
          const found = await user(user_id);
          if (refused.has(i)) expect(found).toBeNull();
          else {
            stored += 1;
            expect(Buffer.from(found?.display_name ?? "")).toEqual(Buffer.from(display_name));
          }
        }
      }
      expect(stored).toBeGreaterThan(450);
    });

    it("accepts each as a key or refuses it, and never confuses two of them", async () => {
      const texts = [...new Set(naughty())];
      for (let from = 0; from < texts.length; from += 100) {
        const users = texts.slice(from, from + 100).map((user_id, i) => ({ user_id, display_name: `${from + i}` }));
        const { status, body } = await bulk({ users });
        expect([200, 207]).toContain(status);
        expect(body.created + body.errors.length).toBe(users.length);
      }
      for (const [i, text] of texts.entries()) {
        const found = await user(text);
        if (found)
          expect({ user_id: found.user_id, display_name: found.display_name }).toEqual({
            user_id: text,
            display_name: `${i}`,
          });
      }
    });
  });
});
