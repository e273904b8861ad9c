import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { readCsv } from "@retrieval/portal";
import { PostgresAuditLog } from "@retrieval/postgres";
import {
  type Call,
  callAs,
  errorBody,
  NOW,
  PREVIOUS_SECRET,
  signedRequest,
  startTestService,
  type TestService,
} from "../harness.js";

interface Entry {
  readonly at: string;
  readonly kind: string;
  readonly by_user: string | null;
  readonly user_id: string | null;
  readonly document_id: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

const AUDIT = "/api/manage/audit";
const NOBODY = { allow_all: false, allowed_department_codes: [], allowed_groups: [], allowed_users: [] };

describe("the audit record", () => {
  let t: TestService;
  let admin: string;
  beforeAll(async () => {
    t = await startTestService();
    admin = await t.signedIn("000001", { role: "admin" });
    await t.signedIn("100001", { department_code: "D1" });
    await t.signedIn("100002", { permission_groups: ["=board"] });
  });
  afterAll(() => t.close());

  const call = (...asked: Call) => callAs(t, admin, ...asked);
  const signIn = (body: object) => t.http().post("/api/auth/sso-token").send(body);
  const entriesOf = async (query: Record<string, string> = {}) => {
    const response = await call("get", `${AUDIT}?${new URLSearchParams(query)}`);
    expect(response.status).toBe(200);
    return response.body.entries as Entry[];
  };
  /** Sign-ins are written at most a second later. */
  const written = async (query: Record<string, string>, isThere: (entries: Entry[]) => boolean) => {
    for (let tries = 0; tries < 1_000; tries += 1) {
      const entries = await entriesOf(query);
      if (isThere(entries)) return entries;
      await sleep(50);
    }
    throw new Error("the entry was not written within 50 seconds");
  };
  const upload = (document_id: string, access_rules: object, title = document_id) =>
    call("put", `/api/manage/documents/${document_id}?wait=true`, {
      title,
      version: "1",
      access_rules,
      chunks: [{ text_type: "paragraph", content: "text" }],
    });
  const changeRules = (document_id: string, rules: object) =>
    call("put", `/api/manage/documents/${document_id}/access-rules`, rules, { "If-Match": "*" });
  const csv = (text: string) => {
    const file = readCsv(new TextEncoder().encode(text));
    if (typeof file === "string") throw new Error(file);
    expect(file.encoding).toBe("UTF-8 with BOM");
    return file.lines.map(({ cells }) => cells);
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
      });
    });

    it("sums refused ones, names nobody for whom nobody vouched, and holds no signature", async () => {
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

  it("has who asked for an explanation, and what they were told", async () => {
    await upload("explained", NOBODY);
    await call("get", "/api/manage/documents/explained/access?user_id=100001").expect(200);
    await call("get", "/api/manage/documents/no-such/access?user_id=100001").expect(404);
    const at = new Date().toISOString();
    await call("get", `${AUDIT}/who-could-read?document_id=explained&at=${at}`).expect(200);
    await call("get", `${AUDIT}/could-read?user_id=100001&at=${at}`).expect(200);
    const entries = (await entriesOf({ kind: "access-explained" })).map(({ at: _at, kind: _kind, ...entry }) => entry);
    expect(entries).toEqual([
      { by_user: "000001", user_id: "100001", document_id: null, details: { at, documents: 0 } },
      { by_user: "000001", user_id: null, document_id: "explained", details: { at, readers: 1 } },
      { by_user: "000001", user_id: "100001", document_id: "explained", details: { allowed: false } },
    ]);
  });

  describe("as a list", () => {
    beforeEach(async () => {
      await t.database.pool.query("TRUNCATE audit_entries");
      await t.service.deps.audit.record(
        Array.from({ length: 5 }, (_, i) => ({
          kind: "rule-changed" as const,
          by_user: "000001",
          user_id: null,
          document_id: i % 2 === 0 ? "even" : "odd",
          details: { i, said: '=cmd|"/c calc"!A1' },
        })),
      );
    });
    const numbers = (entries: readonly Entry[]) => entries.map(({ details }) => details.i);

    it("goes page by page, filtered", async () => {
      const first = await call("get", `${AUDIT}?document_id=even&limit=2`);
      expect(numbers(first.body.entries)).toEqual([4, 2]);
      const second = await call("get", `${AUDIT}?document_id=even&limit=2&cursor=${first.body.next_cursor}`);
      expect(numbers(second.body.entries)).toEqual([0]);
      expect(second.body.next_cursor).toBeNull();
      expect(numbers(await entriesOf({ user_id: "000001", kind: "rule-changed" }))).toEqual([4, 3, 2, 1, 0]);
      expect(await entriesOf({ user_id: "nobody" })).toEqual([]);
    });

    it("takes dates for whole days in UTC, and times for what they are", async () => {
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

    it("is a CSV of all pages when that is asked for, in which no cell runs", async () => {
      const many = Array.from({ length: 2_345 }, (_, i) => ({
        kind: "user-changed" as const,
        by_user: null,
        user_id: i === 0 ? "=1+1" : String(i),
        document_id: null,
        details: {},
      }));
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
        const [header, ...lines] = csv(response.text);
        expect(header).toEqual(["at", "kind", "by_user", "user_id", "document_id", "details"]);
        expect(lines.map((cells) => cells[3])).toEqual(many.map(({ user_id }) => user_id).reverse());
      }
      const said = csv((await call("get", `${AUDIT}?document_id=odd&format=csv`)).text);
      expect(JSON.parse(said[1]?.[5] as string)).toEqual({ i: 3, said: '=cmd|"/c calc"!A1' });
      const none = await call("get", `${AUDIT}?document_id=none&format=csv`);
      expect(none.text).toBe("\ufeffat,kind,by_user,user_id,document_id,details\r\n");
      expect((await call("get", AUDIT, undefined, { Accept: "*/*" })).body.entries).toHaveLength(50);
    });

    it("breaks off a CSV that cannot be read to its end, so that it does not pass for the whole", async () => {
      const { audit } = t.service.deps;
      const page = Array.from({ length: 1_000 }, () => ({
        kind: "user-changed" as const,
        by_user: null,
        user_id: "half",
        document_id: null,
        details: {},
      }));
      await audit.record([...page, ...page]);
      const list = jest.spyOn(audit, "list");
      list.mockImplementationOnce((query) => PostgresAuditLog.prototype.list.call(audit, query));
      list.mockRejectedValueOnce(new Error("the database went away"));
      const headers = { Authorization: `Bearer ${admin}` };
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
      ["cursor=MTow", "cursor is not one that this list gave out"],
      ["cursor=MTp4", "cursor is not one that this list gave out"],
      ["user_id=", "user_id must not be empty"],
    ])("refuses %s in a sentence", async (query, message) => {
      const response = await call("get", `${AUDIT}?${query}`);
      expect(response.status).toBe(400);
      expect(response.body).toEqual(errorBody("INVALID_REQUEST", expect.stringContaining(message)));
    });
  });

  describe("of who could read what", () => {
    /** A moment with some milliseconds before and after it in which nothing happens. */
    const aMoment = async () => {
      await sleep(10);
      const at = new Date().toISOString();
      await sleep(10);
      return at;
    };
    const readersAt = async (document_id: string, at: string) =>
      (await call("get", `${AUDIT}/who-could-read?${new URLSearchParams({ document_id, at })}`)).body;
    const documentsAt = async (user_id: string, at: string) =>
      (await call("get", `${AUDIT}/could-read?${new URLSearchParams({ user_id, at })}`)).body;

    it("knows it before and after a change of the rule, of a person, and of the document", async () => {
      await upload("minutes", { ...NOBODY, allowed_department_codes: ["D1"] }, "議事録");
      const before = await aMoment();
      await changeRules("minutes", { ...NOBODY, allowed_groups: ["=board"], allowed_users: ["100002"] });
      const changed = (await entriesOf({ document_id: "minutes", kind: "rule-changed" }))[0]?.at as string;
      const administrator = {
        user_id: "000001",
        display_name: "Name of 000001",
        reasons: [{ by: "role", value: "admin" }],
      };
      expect(await readersAt("minutes", before)).toEqual({
        document: { document_id: "minutes", title: "議事録", version: "1" },
        at: before,
        readers: [
          administrator,
          { user_id: "100001", display_name: "Name of 100001", reasons: [{ by: "department", value: "D1" }] },
        ],
      });
      const board = [
        { by: "group", value: "=board" },
        { by: "user", value: "100002" },
      ];
      expect((await readersAt("minutes", changed)).readers).toEqual([
        administrator,
        { user_id: "100002", display_name: "Name of 100002", reasons: board },
      ]);
      expect(await documentsAt("100002", changed)).toEqual({
        user: { user_id: "100002", display_name: "Name of 100002" },
        at: changed,
        documents: [{ document_id: "minutes", title: "議事録", version: "1", reasons: board }],
      });
      expect((await documentsAt("100002", before)).documents).toEqual([]);

      await call("put", "/api/manage/users/100002", { display_name: "Name of 100002", is_active: false }).expect(200);
      // Behind all that this test does, also where it begins a moment before midnight.
      const lastDay = "2999-12-31";
      expect((await readersAt("minutes", lastDay)).readers).toEqual([administrator]);
      expect(await documentsAt("100002", lastDay)).toMatchObject({ at: `${lastDay}T23:59:59.999Z`, documents: [] });
      expect((await readersAt("minutes", changed)).readers).toHaveLength(2);

      await call("delete", "/api/manage/documents/minutes").expect(204);
      expect(await readersAt("minutes", lastDay)).toEqual(
        errorBody(
          "DOCUMENT_NOT_FOUND",
          "There was no such document at that time, or the record does not reach back so far.",
        ),
      );
      expect((await readersAt("minutes", changed)).readers).toHaveLength(2);
      expect((await documentsAt("100001", lastDay)).documents).toEqual([]);
    });

    it("says that there was no such document or person then", async () => {
      for (const [path, code] of [
        ["who-could-read?document_id=no-such&at=2026-01-31", "DOCUMENT_NOT_FOUND"],
        ["who-could-read?document_id=minutes&at=1999-12-31", "DOCUMENT_NOT_FOUND"],
        ["who-could-read?document_id=%00&at=2026-01-31", "DOCUMENT_NOT_FOUND"],
        ["could-read?user_id=no-such&at=2999-01-31", "USER_NOT_FOUND"],
        ["could-read?user_id=100001&at=1999-12-31", "USER_NOT_FOUND"],
      ] as const) {
        const response = await call("get", `${AUDIT}/${path}`);
        expect({ path, status: response.status }).toEqual({ path, status: 404 });
        expect(response.body).toEqual(errorBody(code));
      }
    });

    it.each(["who-could-read?document_id=d", "could-read?user_id=100001"])(
      "refuses %s without a good time",
      async (path) => {
        const missing = await call("get", `${AUDIT}/${path}`);
        expect(missing.body).toEqual(errorBody("INVALID_REQUEST", expect.stringContaining("at")));
        for (const at of ["", "now", "2026-02-30", "2026-01-31T09:00:00"]) {
          const response = await call("get", `${AUDIT}/${path}&at=${at}`);
          expect(response.body).toEqual(
            errorBody("INVALID_REQUEST", expect.stringMatching(/^at must be a date like .* or a time with an offset/)),
          );
        }
      },
    );

    it("is a CSV when that is asked for, each line of it whole", async () => {
      await upload("board", { ...NOBODY, allowed_department_codes: ["D1"] }, "=cmd()");
      const at = await aMoment();
      const header = ["at", "document_id", "title", "version", "user_id", "display_name", "reasons"];
      const readers = await call("get", `${AUDIT}/who-could-read?document_id=board&at=${at}&format=csv`);
      expect(readers.headers["content-disposition"]).toBe('attachment; filename="who-could-read.csv"');
      expect(readers.text).toContain(",'=cmd(),");
      expect(csv(readers.text)).toEqual([
        header,
        [at, "board", "=cmd()", "1", "000001", "Name of 000001", "role admin"],
        [at, "board", "=cmd()", "1", "100001", "Name of 100001", "department D1"],
      ]);
      const documents = await call("get", `${AUDIT}/could-read?user_id=100001&at=${at}`, undefined, {
        Accept: "text/csv, application/json;q=0.5",
      });
      expect(csv(documents.text)).toEqual([
        header,
        [at, "board", "=cmd()", "1", "100001", "Name of 100001", "department D1"],
      ]);
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
