import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { type Call, callAs, useTestService } from "../harness.js";
import { AUDIT, cellsOf, recordedEntries, storedEntries } from "./record.js";

describe("what the audit log says about", () => {
  const t = useTestService();
  beforeEach(() => t.database.pool.query("TRUNCATE audit_entries CASCADE"));

  const call = (...asked: Call) => callAs(t, t.admin, ...asked);
  const entriesOf = async (kind: string, query: Record<string, string> = {}) =>
    (await recordedEntries(t, t.admin, { kind, limit: "200", ...query })).map(({ at: _at, sentence, ...entry }) => {
      // Every kind is recorded in one of its forms.
      expect(sentence).not.toContain("another version of the service");
      return entry;
    });
  const detailsOf = async (kind: string) => (await entriesOf(kind)).map(({ details }) => details);
  const by = (kind: string, about: object = {}) => ({
    kind,
    by_user: "000001",
    user_id: null,
    document_id: null,
    ...about,
  });
  const put = (user_id: string, record: object) =>
    call("put", `/api/manage/users/${user_id}`, { display_name: "髙橋", ...record });
  const bulk = (...users: object[]) =>
    call("post", "/api/manage/users/bulk", {
      users: users.map((user) => ({ display_name: "髙橋", ...user })),
      update_existing: true,
    });

  describe("a user", () => {
    it("has role, state and department code before and after, and the groups added and removed", async () => {
      await put("100001", { department_code: "D1", permission_groups: ["a", "b"], email: "a@example.com" });
      await put("100001", { department_code: "D2", permission_groups: ["b", "c", "d"], role: "admin" });
      await put("100001", { is_active: false });
      expect(await storedEntries(t, { kind: "user-changed" })).toEqual(
        [
          {
            result: "created",
            before: null,
            after: { role: "user", is_active: true, department_code: "D1" },
            groups_added: { count: 2, first: ["a", "b"] },
            asked: ["display_name", "department_code", "permission_groups", "email"],
            requested: { department_code: "D1", permission_groups: { count: 2, first: ["a", "b"] } },
          },
          {
            result: "updated",
            fields: ["department_code", "role", "permission_groups"],
            before: { role: "user", is_active: true, department_code: "D1" },
            after: { role: "admin", is_active: true, department_code: "D2" },
            groups_added: { count: 2, first: ["c", "d"] },
            groups_removed: { count: 1, first: ["a"] },
            asked: ["display_name", "department_code", "permission_groups", "role"],
            requested: { department_code: "D2", permission_groups: { count: 3, first: ["b", "c", "d"] } },
          },
          {
            result: "deactivated",
            fields: ["is_active"],
            before: { role: "admin", is_active: true, department_code: "D2" },
            after: { role: "admin", is_active: false, department_code: "D2" },
            asked: ["display_name", "is_active"],
          },
        ]
          .map((details) => ({ ...by("user-changed", { user_id: "100001" }), details: { via: "record", ...details } }))
          .reverse(),
      );
    });

    it("has department and groups in the CSV, whose export is recorded, and not in the JSON", async () => {
      await put("100002", { role: "admin", department_code: "D1", permission_groups: ["g", "h"] });
      await put("100002", { department_code: "D2", permission_groups: ["h", "i"] });
      const after = { role: "admin", is_active: true };
      const asked = ["display_name", "department_code", "permission_groups"];
      const [changed, created] = await detailsOf("user-changed");
      expect(changed).toEqual({
        via: "record",
        result: "updated",
        fields: ["department_code", "permission_groups"],
        before: after,
        after,
        groups_added: { count: 1 },
        groups_removed: { count: 1 },
        asked,
      });
      expect(created).toMatchObject({ before: null, after, groups_added: { count: 2 } });
      expect(await entriesOf("audit-exported")).toEqual([]);
      const csv = (await call("get", `${AUDIT}?kind=user-changed&user_id=100002&format=csv`)).text;
      const stored = await storedEntries(t, { kind: "user-changed" });
      expect(
        cellsOf(csv)
          .slice(1)
          .map((cells) => JSON.parse(cells[5] as string)),
      ).toEqual(stored.map(({ details }) => details));
      expect(stored[0]?.details).toMatchObject({ after: { department_code: "D2" }, groups_added: { first: ["i"] } });
      expect(await entriesOf("audit-exported")).toMatchObject([{ by_user: "000001", user_id: "100002" }]);
    });

    it("has at most 100 groups, and their number", async () => {
      const groups = Array.from({ length: 500 }, (_, i) => `${i}`.padStart(3, "0").repeat(40));
      await put("100003", { permission_groups: groups });
      await put("100003", { permission_groups: [] });
      const first = groups.slice(0, 100);
      expect(await storedEntries(t, { kind: "user-changed" })).toMatchObject([
        { details: { groups_removed: { count: 500, first } } },
        { details: { groups_added: { count: 500, first }, requested: { permission_groups: { count: 500, first } } } },
      ]);
    });

    it("never has a password, a name or an e-mail address", async () => {
      await bulk({ user_id: "100004", password: "first secret", email: "one@example.com" });
      await bulk({ user_id: "100004", password: "second secret", email: "two@example.com", display_name: "﨑" });
      const text = JSON.stringify(await entriesOf("user-changed"));
      expect(text).toContain("100004");
      for (const secret of ["secret", "argon2", "example.com", "髙橋", "﨑"]) expect(text).not.toContain(secret);
    });
  });

  it("an import: each changed user with the difference, and the new administrators and unchanged users in its sum", async () => {
    await bulk({ user_id: "200001" }, { user_id: "200002", role: "admin" }, { user_id: "200003", role: "admin" });
    await bulk(
      { user_id: "200001", role: "admin" },
      { user_id: "200002", department_code: "D9" },
      { user_id: "200003", is_active: false },
    );
    await bulk({ user_id: "200003", is_active: true });
    const listed = (...first: string[]) => ({ count: first.length, first });
    expect((await detailsOf("users-imported")).map(({ new_admins }) => new_admins)).toEqual([
      listed("200003"),
      listed("200001"),
      listed("200002", "200003"),
    ]);
    await bulk({ user_id: "200001", department_code: "D7" }, { user_id: "200002", department_code: "D9" });
    expect((await detailsOf("users-imported"))[0]).toMatchObject({
      results: { updated: 1, unchanged: 1 },
      unchanged: listed("200002"),
    });
    const changes = await storedEntries(t, { kind: "user-changed" });
    const states = changes.map(({ user_id, details }) => {
      const { before, after } = details as { before: unknown; after: unknown };
      return [user_id, before, after];
    });
    expect(states.reverse()).toEqual([
      ["200001", null, { role: "user", is_active: true, department_code: null }],
      ["200002", null, { role: "admin", is_active: true, department_code: null }],
      ["200003", null, { role: "admin", is_active: true, department_code: null }],
      ["200001", expect.objectContaining({ role: "user" }), expect.objectContaining({ role: "admin" })],
      [
        "200002",
        expect.objectContaining({ department_code: null }),
        expect.objectContaining({ department_code: "D9" }),
      ],
      ["200003", expect.objectContaining({ is_active: true }), expect.objectContaining({ is_active: false })],
      ["200003", expect.objectContaining({ is_active: false }), expect.objectContaining({ is_active: true })],
      ["200001", expect.anything(), expect.objectContaining({ department_code: "D7" })],
    ]);
  });

  it("the department master: what was added, removed and renamed, and how many users got another code", async () => {
    const master = (departments: Record<string, string>) =>
      call("put", "/api/manage/departments", {
        departments: Object.entries(departments).map(([code, name]) => ({ code, name })),
      }).expect(200);
    await master({ D1: "総務部", D2: "人事部", D3: "経理部" });
    await bulk({ user_id: "300001", department: "人事部" }, { user_id: "300002", department: "経理部" });
    await master({ D1: "総務局", D2: "人事部", D4: "経理部", D5: "法務部" });
    await master({ D1: "総務局", D2: "人事部", D4: "経理部", D5: "法務部" });
    await master({});
    const listed = (...first: string[]) => ({ count: first.length, first });
    expect(await detailsOf("departments-replaced")).toEqual([
      { departments: 0, users_resolved_again: 2, removed: listed("D1", "D2", "D4", "D5") },
      { departments: 4, users_resolved_again: 0 },
      {
        departments: 4,
        users_resolved_again: 1,
        added: listed("D4", "D5"),
        removed: listed("D3"),
        renamed: listed("D1"),
      },
      { departments: 3, users_resolved_again: 0, added: listed("D1", "D2", "D3") },
    ]);
  });

  describe("a draft", () => {
    const draft = (version: string, more: object = {}) => ({
      title: "D",
      version,
      publish: false,
      chunks: ["one", "two", "three"].map((content) => ({ text_type: "paragraph", content })),
      ...more,
    });
    const upload = async (document_id: string, body: object) => {
      const { body: job } = await call("put", `/api/manage/documents/${document_id}?wait=true`, body);
      expect(job).toMatchObject({ state: "done", error: null });
    };

    it("has an entry when it is saved, read and deleted", async () => {
      const about = { document_id: "drafted" };
      await upload("drafted", draft("1"));
      expect(await entriesOf("draft-saved")).toEqual([
        {
          ...by("draft-saved", about),
          details: {
            title: "D",
            version: "1",
            changes: { unchanged: 0, changed: 0, added: 3, removed: 0 },
            original_for: null,
          },
        },
      ]);
      const first = await call("get", "/api/manage/documents/drafted/chunks?draft=true&limit=2");
      const cursor = encodeURIComponent(first.body.next_cursor);
      await call("get", `/api/manage/documents/drafted/chunks?draft=true&cursor=${cursor}`).expect(200);
      expect(await entriesOf("draft-read")).toEqual([
        { ...by("draft-read", about), details: { chunks: 1 } },
        { ...by("draft-read", about), details: { chunks: 2 } },
      ]);
      await call("delete", "/api/manage/documents/drafted").expect(204);
      expect(await entriesOf("draft-deleted")).toEqual([
        { ...by("draft-deleted", about), details: { title: "D", version: "1" } },
      ]);
      expect(await entriesOf("document-deleted")).toEqual([]);
    });

    it("has a deletion entry when another version replaces it, and none for its own publication", async () => {
      await upload("overtaken", draft("1"));
      await upload("overtaken", draft("2", { publish: true }));
      expect(await entriesOf("draft-deleted")).toEqual([
        { ...by("draft-deleted", { document_id: "overtaken" }), details: { title: "D", version: "1" } },
      ]);
      await upload("published", draft("1"));
      await call("post", "/api/manage/documents/published/publish").expect(200);
      expect(await entriesOf("draft-deleted", { document_id: "published" })).toEqual([]);
    });

    it("has no read entry if it does not exist, and neither has a published version", async () => {
      await upload("open", draft("1", { publish: true }));
      await call("get", "/api/manage/documents/open/chunks?draft=true").expect(404);
      await call("get", "/api/manage/documents/open/chunks").expect(200);
      expect(await entriesOf("draft-read")).toEqual([]);
    });
  });

  describe("data that leaves the service", () => {
    it("has the export of the audit log itself, with its filters, which is not in the exported file", async () => {
      await put("400001", {});
      const csv = (await call("get", `${AUDIT}?user_id=400001&from=2020-01-01&format=csv`).expect(200)).text;
      expect(cellsOf(csv).map((cells) => cells[1])).toEqual(["kind", "user-changed"]);
      await call("get", AUDIT, undefined, { Accept: "text/csv" }).expect(200);
      await call("get", `${AUDIT}?format=csv&from=never`).expect(400);
      await call("get", AUDIT).expect(200);
      expect(await entriesOf("audit-exported")).toEqual([
        { ...by("audit-exported"), details: { kind: null, from: null, to: null } },
        { ...by("audit-exported", { user_id: "400001" }), details: { kind: null, from: "2020-01-01", to: null } },
      ]);
    });
  });

  describe("refused management calls", () => {
    const USERS = "/api/manage/users";

    it("have one entry a minute with the signed-in caller, the call, the address and the count", async () => {
      const reader = await t.signedIn("600001");
      for (const path of [USERS, USERS, `${USERS}?limit=1`]) await callAs(t, reader, "get", path).expect(403);
      await callAs(t, reader, "get", `${USERS}/600001`).expect(403);
      await callAs(t, reader, "put", `${USERS}/600001`, { display_name: "髙橋", role: "admin" }).expect(403);
      await callAs(t, reader, "get", "/api/documents").expect(200);
      t.clock.seconds += 60;
      const refused = await written("management-refused", 3);
      const address = expect.stringContaining("127.0.0.1");
      const minute = expect.stringMatching(/:00\.000Z$/);
      expect(refused).toEqual(
        [
          { count: 3, reason: "FORBIDDEN", address, call: "GET /api/manage/users", minute },
          { count: 1, reason: "FORBIDDEN", address, call: "GET /api/manage/users/{user_id}", minute },
          { count: 1, reason: "FORBIDDEN", address, call: "PUT /api/manage/users/{user_id}", minute },
        ]
          .map((details) => ({ ...by("management-refused", { by_user: "600001" }), details }))
          .reverse(),
      );
    });

    it("name the user of our own expired token, and no user for any other token", async () => {
      const admin = await t.signedIn("600002", { role: "admin" });
      await call("post", `${USERS}/600002/sign-out`).expect(204);
      const [header, payload, signature] = admin.split(".") as [string, string, string];
      const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
      const forged = Buffer.from(JSON.stringify({ ...claims, sub: "000001" })).toString("base64url");
      for (const token of [admin, `${header}.${forged}.${signature}`, "no-token"])
        await callAs(t, token, "get", USERS).expect(401);
      await t.http().get(USERS).expect(401);
      t.clock.seconds += 60;
      const refused = await written("management-refused", 2);
      expect(refused.map(({ by_user, user_id, details }) => [by_user, user_id, details.reason, details.count])).toEqual(
        [
          [null, null, "UNAUTHORIZED", 3],
          [null, "600002", "UNAUTHORIZED", 1],
        ],
      );
      expect(JSON.stringify(refused)).not.toContain(signature);
    });

    it("include no readers' calls without a token", async () => {
      await t.http().get("/api/documents").expect(401);
      await t.http().get(USERS).expect(401);
      t.clock.seconds += 60;
      expect(await written("management-refused", 1)).toMatchObject([{ details: { call: "GET /api/manage/users" } }]);
    });

    /** The log writes sums at most a second after their minute. */
    async function written(kind: string, count: number) {
      for (let tries = 0; tries < 1_000; tries += 1) {
        const entries = await entriesOf(kind);
        if (entries.length >= count) return entries;
        await sleep(50);
      }
      throw new Error("the entries were not written within 50 seconds");
    }
  });

  describe("a change whose entry cannot be written", () => {
    const refuse = (kind: string) =>
      t.database.pool.query(`ALTER TABLE audit_entries ADD CONSTRAINT refused CHECK (kind <> '${kind}')`);
    const allow = () => t.database.pool.query("ALTER TABLE audit_entries DROP CONSTRAINT refused");

    it("is not made, and nothing leaves the service", async () => {
      await put("500001", {});
      const saved = (version: string) =>
        call("put", "/api/manage/documents/unrecorded?wait=true", {
          version,
          publish: false,
          chunks: [{ text_type: "paragraph", content: "text" }],
        });
      await saved("1").expect(200);
      const calls: Record<string, () => PromiseLike<{ status: number; body: unknown }>> = {
        "user-signed-out": () => call("post", "/api/manage/users/500001/sign-out"),
        "draft-read": () => call("get", "/api/manage/documents/unrecorded/chunks?draft=true"),
        "draft-deleted": () => call("delete", "/api/manage/documents/unrecorded"),
        "audit-exported": () => call("get", `${AUDIT}?format=csv`),
      };
      for (const [kind, attempt] of Object.entries(calls)) {
        await refuse(kind);
        const { status } = await attempt();
        await allow();
        expect([kind, status]).toEqual([kind, 500]);
        expect(await entriesOf(kind)).toEqual([]);
      }
      expect((await t.service.deps.users.find("500001"))?.sessions).toBe(0);
      const { items } = (await call("get", "/api/manage/drafts")).body;
      expect(items).toContainEqual(expect.objectContaining({ document_id: "unrecorded" }));
    });
  });
});
