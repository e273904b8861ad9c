import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { anEntry } from "@retrieval/contract";
import { CLOSED } from "@retrieval/core";
import { PostgresAuditLog } from "@retrieval/postgres";
import { type Call, callAs, errorBody, NOW, PREVIOUS_SECRET, signedRequest, useTestService } from "../harness.js";
import { AUDIT, cellsOf, type Entry, recordedEntries } from "./record.js";
import { upload } from "./travel-expenses.js";

describe("the audit log", () => {
  const t = useTestService();
  beforeAll(async () => {
    await t.signedIn("100001", { department_code: "D1" });
    await t.signedIn("100002");
  });

  const call = (...asked: Call) => callAs(t, t.admin, ...asked);
  const signIn = (body: object) => t.http().post("/api/auth/sso-token").send(body);
  const entriesOf = (query: Record<string, string> = {}) => recordedEntries(t, t.admin, query);
  /** The log writes sign-ins at most a second later. */
  const written = async (query: Record<string, string>, isThere: (entries: Entry[]) => boolean) => {
    for (let tries = 0; tries < 1_000; tries += 1) {
      const entries = await entriesOf(query);
      if (isThere(entries)) return entries;
      await sleep(50);
    }
    throw new Error("the entry was not written within 50 seconds");
  };

  describe("of sign-ins", () => {
    it("has each one with its address, a second later at most", async () => {
      const before = (await written({ kind: "sign-in" }, (entries) => entries.length >= 3)).length;
      await t.signedIn("100001", { department_code: "D1" });
      const entries = await written({ kind: "sign-in" }, ({ length }) => length > before);
      expect(entries[0]).toEqual({
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        kind: "sign-in",
        by_user: "100001",
        user_id: "100001",
        document_id: null,
        details: { address: expect.stringContaining("127.0.0.1") },
        sentence: expect.stringMatching(/^100001 .*signed in$/),
      });
    });

    it("sums refused ones, names no user without a valid signature, and has no signature", async () => {
      const good = signedRequest("100001", t.clock.seconds);
      const wrong = { ...good, signature: "f".repeat(64) };
      for (const body of [wrong, wrong, signedRequest("100001", NOW, PREVIOUS_SECRET)]) {
        await signIn(body).expect(401);
      }
      await signIn({ user_id: "100001" }).expect(400);
      await signIn(signedRequest("nobody", t.clock.seconds)).expect(404);
      await signIn(signedRequest("100001", t.clock.seconds - 9_999)).expect(401);
      t.clock.seconds += 60;
      const entries = await written({ kind: "sign-in-refused" }, ({ length }) => length >= 4);
      const said = entries.map(({ by_user, user_id, details }) => [details.reason, details.count, user_id, by_user]);
      expect(said.sort()).toEqual([
        ["EXPIRED_TIMESTAMP", 1, "100001", null],
        ["INVALID_REQUEST", 1, null, null],
        ["INVALID_SIGNATURE", 3, null, null],
        ["USER_NOT_FOUND", 1, "nobody", null],
      ]);
      for (const { details } of entries) {
        expect(Object.keys(details).sort()).toEqual(["address", "count", "minute", "reason"]);
        expect(details.minute).toBe(new Date(NOW * 1000).toISOString());
      }
    });
  });

  it("names who asked for an explanation, and the answer", async () => {
    await upload(t, t.admin, "explained", {
      access_rules: CLOSED,
      chunks: [{ text_type: "paragraph", content: "text" }],
    });
    await call("get", "/api/manage/documents/explained/access?user_id=100001").expect(200);
    await call("get", "/api/manage/documents/no-such/access?user_id=100001").expect(404);
    const at = new Date().toISOString();
    await call("get", `${AUDIT}/who-could-read?document_id=explained&at=${at}`).expect(200);
    await call("get", `${AUDIT}/could-read?user_id=100001&at=${at}`).expect(200);
    const entries = (await entriesOf({ kind: "access-explained" })).map(
      ({ at: _at, kind: _kind, sentence: _sentence, ...entry }) => entry,
    );
    expect(entries).toEqual([
      { by_user: "000001", user_id: "100001", document_id: null, details: { at, documents: 0 } },
      { by_user: "000001", user_id: null, document_id: "explained", details: { at, readers: 1 } },
      { by_user: "000001", user_id: "100001", document_id: "explained", details: { allowed: false } },
    ]);
  });

  describe("as a list", () => {
    beforeEach(async () => {
      await t.database.pool.query("TRUNCATE audit_entries CASCADE");
      await t.service.deps.audit.record(
        Array.from({ length: 5 }, (_, i) =>
          anEntry({
            kind: "rule-changed",
            by_user: "000001",
            document_id: i % 2 === 0 ? "even" : "odd",
            details: { i, said: '=cmd|"/c calc"!A1' },
          }),
        ),
      );
    });
    const numbers = (entries: readonly Entry[]) => entries.map(({ details }) => details.i);

    it("is filtered and has pages", async () => {
      const first = await call("get", `${AUDIT}?document_id=even&limit=2`);
      expect(numbers(first.body.items)).toEqual([4, 2]);
      const second = await call("get", `${AUDIT}?document_id=even&limit=2&cursor=${first.body.next_cursor}`);
      expect(numbers(second.body.items)).toEqual([0]);
      expect(second.body.next_cursor).toBeNull();
      expect(numbers(await entriesOf({ user_id: "000001", kind: "rule-changed" }))).toEqual([4, 3, 2, 1, 0]);
      expect(await entriesOf({ user_id: "nobody" })).toEqual([]);
    });

    it("has the current names of its users and documents beside it, and leaves kinds out on request", async () => {
      await t.service.deps.audit.record([
        {
          kind: "users-imported",
          by_user: "000001",
          user_id: null,
          document_id: "explained",
          details: {
            ...{ via: "bulk", users: 2, results: { created: 2 } },
            new_admins: { count: 2, first: ["100002", "unknown"] },
          },
        },
        anEntry({ by_user: "100001", user_id: "100001" }),
      ]);
      const { body } = await call("get", `${AUDIT}?without=sign-in,rule-changed&limit=1`);
      expect(body.items).toMatchObject([{ kind: "users-imported" }]);
      expect(body.names).toEqual({
        users: [
          { user_id: "000001", display_name: expect.any(String) },
          { user_id: "100002", display_name: expect.any(String) },
        ],
        documents: [{ document_id: "explained", title: expect.any(String) }],
      });
      expect((await call("get", `${AUDIT}?without=sign-in,all`)).body).toMatchObject(errorBody("INVALID_REQUEST"));
      const csv = await call("get", `${AUDIT}?without=sign-in&kind=sign-in&format=csv`);
      expect(cellsOf(csv.text)).toHaveLength(1);
      expect((await entriesOf({ kind: "audit-exported" }))[0]?.details).toMatchObject({ without: ["sign-in"] });
    });

    it("reads a date as a whole day in UTC, and a time as a time", async () => {
      for (const at of ["2020-01-31T00:00:00Z", "2020-01-31T23:59:59.999Z", "2020-02-01T00:00:00Z"]) {
        await t.database.pool.query("INSERT INTO audit_entries (at, kind, details) VALUES ($1, 'sign-in', $2)", [
          at,
          { i: at },
        ]);
      }
      const day = ["2020-01-31T23:59:59.999Z", "2020-01-31T00:00:00Z"];
      expect(numbers(await entriesOf({ from: "2020-01-31", to: "2020-01-31" }))).toEqual(day);
      expect(numbers(await entriesOf({ from: "2020-01-31T09:00:00+09:00", to: "2020-01-31T00:00Z" }))).toEqual([
        day[1],
      ]);
    });

    it("is read whatever JSON another program wrote as the details of an entry", async () => {
      for (const details of ["null", '"text"', "[1]"])
        await t.database.pool.query(
          "INSERT INTO audit_entries (kind, document_id, details) VALUES ('user-changed', 'foreign', $1)",
          [details],
        );
      const entries = await entriesOf({ document_id: "foreign" });
      expect(entries.map(({ details }) => details)).toEqual([{ details: [1] }, { details: "text" }, {}]);
      for (const { sentence } of entries) expect(sentence).toContain("another version of the service");
      const csv = await call("get", `${AUDIT}?document_id=foreign&format=csv`);
      expect(cellsOf(csv.text).map((cells) => cells[5])).toEqual([
        "details",
        ...['{"details":[1]}', '{"details":"text"}', "{}"],
      ]);
    });

    it("is a CSV of all pages on request, in which no cell runs as a formula", async () => {
      const many = Array.from({ length: 2_345 }, (_, i) =>
        anEntry({ kind: "user-changed", user_id: i === 0 ? "=1+1" : String(i) }),
      );
      await t.service.deps.audit.record(many);
      for (const response of [
        await call("get", `${AUDIT}?kind=user-changed&format=csv&limit=1`),
        await call("get", `${AUDIT}?kind=user-changed`, undefined, { Accept: "text/csv" }),
      ]) {
        expect(response.status).toBe(200);
        expect(response.headers["content-type"]).toBe("text/csv; charset=utf-8; header=present");
        expect(response.headers["content-disposition"]).toBe('attachment; filename="audit.csv"');
        expect(response.headers["cache-control"]).toBe("no-store");
        expect(response.text).toContain(",'=1+1,");
        const [header, ...lines] = cellsOf(response.text);
        expect(header).toEqual(["at", "kind", "by_user", "user_id", "document_id", "details", "sentence"]);
        expect(lines.map((cells) => cells[3])).toEqual(many.map(({ user_id }) => user_id).reverse());
      }
      const said = cellsOf((await call("get", `${AUDIT}?document_id=odd&format=csv`)).text);
      expect(JSON.parse(said[1]?.[5] as string)).toEqual({ i: 3, said: '=cmd|"/c calc"!A1' });
      const none = await call("get", `${AUDIT}?document_id=none&format=csv`);
      expect(none.text).toBe("\ufeffat,kind,by_user,user_id,document_id,details,sentence\r\n");
      expect((await call("get", AUDIT, undefined, { Accept: "*/*" })).body.items).toHaveLength(50);
    });

    it("breaks off a CSV whose end cannot be read, so that it does not look complete", async () => {
      const { audit } = t.service.deps;
      const page = Array.from({ length: 1_000 }, () => anEntry({ kind: "user-changed", user_id: "half" }));
      await audit.record([...page, ...page]);
      const list = jest.spyOn(audit, "list");
      list.mockImplementationOnce((query) => PostgresAuditLog.prototype.list.call(audit, query));
      list.mockRejectedValueOnce(new Error("the database went away"));
      const headers = { Authorization: `Bearer ${t.admin}` };
      const response = await fetch(`${t.url}${AUDIT}?user_id=half&format=csv`, { headers });
      expect(response.status).toBe(200);
      await expect(response.text()).rejects.toThrow();
      list.mockRestore();
      expect(t.log()).toContain("an answer could not be sent to its end");
    });

    it.each([
      ["kind=no-such", "kind must be one of sign-in"],
      ["from=yesterday", "from must be a date like 2026-01-31"],
      ["to=2026-01-31T09:00:00", "to must be a date like"],
      ["from=2026-02-01&to=2026-01-31", "from must not be later than to"],
      ["format=xml", "format must be one of json, csv"],
      ["cursor=MTow", "Invalid cursor."],
      ["cursor=MTp4", "Invalid cursor."],
      ["user_id=", "user_id must not be empty"],
    ])("refuses %s in a sentence", async (query, message) => {
      const response = await call("get", `${AUDIT}?${query}`);
      expect(response.status).toBe(400);
      expect(response.body).toEqual(errorBody("INVALID_REQUEST", expect.stringContaining(message)));
    });
  });

  it("is for administrators", async () => {
    const reader = await t.signedIn("100001", { department_code: "D1" });
    for (const path of ["", "/who-could-read?document_id=d&at=2026-01-31", "/could-read?user_id=1&at=2026-01-31"]) {
      const response = await t.http().get(`${AUDIT}${path}`).set("Authorization", `Bearer ${reader}`);
      expect(response.body).toEqual(errorBody("FORBIDDEN"));
    }
  });
});
