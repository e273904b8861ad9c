import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { callAs, errorBody, startTestService, type TestService } from "../harness.js";

/** Of 60 users, 12 may be deactivated within 24 hours without agreement. */
const PEOPLE = Array.from({ length: 60 }, (_, i) => String(100_000 + i));

describe("the guard against mass deactivation", () => {
  let t: TestService;
  let admin: string;
  beforeAll(async () => {
    t = await startTestService();
  });
  beforeEach(async () => {
    await t.database.pool.query("TRUNCATE users, deactivations CASCADE");
    admin = await t.signedIn("000001", { role: "admin" });
    await bulk(PEOPLE, {});
  });
  afterAll(() => t.close());

  const bulk = (user_ids: readonly string[], fields: object, query = "") =>
    t
      .http()
      .post(`/api/manage/users/bulk${query}`)
      .set("Authorization", `Bearer ${admin}`)
      .send({
        users: user_ids.map((user_id) => ({ user_id, display_name: user_id, ...fields })),
        update_existing: true,
      });
  const off = (user_ids: readonly string[], query = "") => bulk(user_ids, { is_active: false }, query);
  const put = (user_id: string, record: object) =>
    t
      .http()
      .put(`/api/manage/users/${user_id}`)
      .set("Authorization", `Bearer ${admin}`)
      .send({ display_name: user_id, ...record });
  const aDayPasses = () => t.database.pool.query("UPDATE deactivations SET at = at - interval '24 hours'");
  const active = async () =>
    (await t.service.deps.users.leavers([])).filter(({ user_id }) => PEOPLE.includes(user_id)).length;

  describe("in a bulk import", () => {
    it("makes each entry over the limit an error with count, limit and remedy; other entries are imported", async () => {
      const users = [
        ...PEOPLE.slice(0, 14).map((user_id) => ({ user_id, display_name: user_id, is_active: false })),
        { user_id: "200000", display_name: "新人" },
      ];
      const response = await t
        .http()
        .post("/api/manage/users/bulk")
        .set("Authorization", `Bearer ${admin}`)
        .send({ users, update_existing: true });
      expect(response.status).toBe(207);
      const error =
        "too many users would be deactivated within 24 hours: this would be number 13, and at most 12 are allowed without agreement; if this is intended, send it again with yes_deactivate=N, the number of users to deactivate";
      const problems = [{ code: "deactivations.too_many", count: 13, max: 12 }];
      expect(response.body).toEqual({
        created: 1,
        updated: 12,
        skipped: 0,
        deactivated: 12,
        errors: [
          { index: 12, user_id: PEOPLE[12], error, problems },
          { index: 13, user_id: PEOPLE[13], error, problems },
        ],
        total_requested: 15,
      });
      expect(await active()).toBe(48);
    });

    it("counts several calls within 24 hours together, and forgets them afterwards", async () => {
      expect((await off(PEOPLE.slice(0, 8))).status).toBe(200);
      expect((await off(PEOPLE.slice(8, 16))).body).toMatchObject({ updated: 4, errors: { length: 4 } });
      expect((await off(PEOPLE.slice(0, 12))).body).toMatchObject({ updated: 12, errors: [] });
      await aDayPasses();
      // 48 are active: 20 % would be 9, and 10 may always be deactivated.
      expect((await off(PEOPLE.slice(12, 24))).body).toMatchObject({ updated: 10, errors: { length: 2 } });
    });

    it("allows as many as yes_deactivate says, which do not count afterwards", async () => {
      expect((await off(PEOPLE.slice(0, 30), "?yes_deactivate=30")).body).toMatchObject({
        deactivated: 30,
        errors: [],
      });
      expect((await off(PEOPLE.slice(30, 48), "?yes_deactivate=5")).body).toMatchObject({
        deactivated: 12,
        errors: { length: 6 },
      });
      const { body } = await callAs(t, admin, "get", "/api/manage/audit?kind=users-imported&limit=2");
      expect(body.items.map(({ details }: { details: object }) => details)).toEqual([
        expect.objectContaining({ results: { deactivated: 12, error: 6 }, agreed_deactivations: 5 }),
        expect.objectContaining({ results: { deactivated: 30 }, agreed_deactivations: 30 }),
      ]);
      // Five of the twelve were agreed.
      expect((await off(PEOPLE.slice(42, 48))).body).toMatchObject({ deactivated: 5, errors: { length: 1 } });
      expect(await active()).toBe(13);
    });

    it.each(["-1", "1.5", "many", ""])("refuses yes_deactivate=%j", async (number) => {
      const response = await off(PEOPLE.slice(0, 1), `?yes_deactivate=${number}`);
      expect(response.status).toBe(400);
      expect(response.body).toEqual(errorBody("INVALID_REQUEST"));
      expect(await active()).toBe(60);
    });

    it("does not count users who are active again", async () => {
      await off(PEOPLE.slice(0, 12));
      await bulk(PEOPLE.slice(0, 12), { is_active: true });
      expect((await off(PEOPLE.slice(12, 24))).body).toMatchObject({ deactivated: 12, errors: [] });
    });

    it("counts a deactivation by PUT, which has no guard of its own", async () => {
      for (const user_id of PEOPLE.slice(0, 13)) expect((await put(user_id, { is_active: false })).status).toBe(200);
      expect(await active()).toBe(47);
      expect((await off(PEOPLE.slice(13, 14))).status).toBe(207);
      expect((await off(PEOPLE.slice(13, 14), "?yes_deactivate=1")).status).toBe(200);
    });

    it("allows ten deactivations in a small company, and not eleven", async () => {
      await t.database.pool.query("DELETE FROM users WHERE user_id >= $1 AND role = 'user'", [PEOPLE[11]]);
      expect((await off(PEOPLE.slice(0, 11))).body).toMatchObject({ deactivated: 10, errors: [{ index: 10 }] });
    });

    it("cannot be bypassed by concurrent calls", async () => {
      const answers = await Promise.all(Array.from({ length: 6 }, (_, i) => off(PEOPLE.slice(i * 10, i * 10 + 10))));
      const sum = answers.reduce((total, { body }) => total + (body.deactivated ?? 0), 0);
      expect(sum).toBe(12);
      expect(await active()).toBe(48);
    });
  });

  describe("in a synchronisation with a file", () => {
    const send = (staying: readonly string[], query: string, headers: Record<string, string> = {}) =>
      t
        .http()
        .post(`/api/manage/imports?mode=sync&${query}`)
        .set({ Authorization: `Bearer ${admin}`, "Content-Type": "text/csv", ...headers })
        .send(["社員番号,氏名", ...staying.map((user_id) => `${user_id},${user_id}`)].join("\r\n"));
    const check = (staying: readonly string[]) => send(staying, "dry_run=true");
    const apply = (staying: readonly string[], { headers }: { headers: Record<string, string> }, query = "") =>
      send(staying, query, { "If-Match": headers.etag as string });

    it("refuses the whole file with count, limit and remedy, and writes nothing", async () => {
      const staying = [...PEOPLE.slice(13), "200000"];
      const checked = await check(staying);
      expect(checked.body).toMatchObject({ max_deactivated: 12, counts: { deactivated: 13, new: 1 } });
      for (const query of ["", "yes_deactivate=0", "yes_deactivate=12"]) {
        const refused = await apply(staying, checked, query);
        expect(refused.status).toBe(409);
        expect(refused.body).toEqual(
          errorBody(
            "CONFLICT",
            "This synchronisation would deactivate 13 of 60 users. Without agreement, at most 12 may be deactivated within 24 hours. If the file is right, agree with yes_deactivate=13.",
          ),
        );
      }
      expect(await active()).toBe(60);
      expect(await t.service.deps.users.find("200000")).toBeNull();
      const agreed = await apply(staying, checked, "yes_deactivate=13");
      expect(agreed.body.counts).toMatchObject({ deactivated: 13, new: 1, refused: 0 });
    });

    it("applies a file within the limit, by the same count as a bulk import", async () => {
      await off(PEOPLE.slice(0, 5));
      const over = await check(PEOPLE.slice(13));
      expect(over.body).toMatchObject({ max_deactivated: 7, counts: { deactivated: 8 } });
      expect((await apply(PEOPLE.slice(13), over)).body.error.message).toContain(
        "would deactivate 8 of 55 users. Without agreement, at most 12 may be deactivated within 24 hours, and 5 already were.",
      );
      const within = await check(PEOPLE.slice(12));
      const { body } = await apply(PEOPLE.slice(12), within);
      expect(body.counts).toMatchObject({ deactivated: 7, refused: 0 });
      expect((await off(PEOPLE.slice(12, 13))).status).toBe(207);
    });

    it("deactivates no more than the limit if two files within it are applied at once", async () => {
      const files = [PEOPLE.slice(10), PEOPLE.slice(0, 50)];
      const checked = [await check(files[0] ?? []), await check(files[1] ?? [])];
      for (const { body } of checked) expect(body.counts.deactivated).toBe(10);
      const answers = await Promise.all(checked.map((one, i) => apply(files[i] ?? [], one)));
      // The second would deactivate too many by now.
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const { rows } = await t.database.pool.query(
        "SELECT count(*)::int AS n FROM deactivations JOIN users USING (user_id) WHERE NOT is_active AND NOT agreed",
      );
      expect(rows[0].n).toBeLessThanOrEqual(12);
    });
  });
});
