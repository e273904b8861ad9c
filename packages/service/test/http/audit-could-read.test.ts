import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { CLOSED } from "@retrieval/core";
import { type Call, callAs, errorBody, useTestService } from "../harness.js";
import { AUDIT, cellsOf, recordedEntries } from "./record.js";
import { upload } from "./travel-expenses.js";

describe("the audit log of who could read what", () => {
  const t = useTestService();
  beforeAll(async () => {
    await t.signedIn("100001", { department_code: "D1" });
    await t.signedIn("100002", { permission_groups: ["=board"] });
  });

  const call = (...asked: Call) => callAs(t, t.admin, ...asked);
  const publish = (document_id: string, title: string, access_rules: object) =>
    upload(t, t.admin, document_id, {
      title,
      version: "1",
      access_rules,
      chunks: [{ text_type: "paragraph", content: "text" }],
    });
  /** A time at least some milliseconds away from any change. */
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

  it("answers for times before and after a change of the rule, the user and the document", async () => {
    await publish("minutes", "議事録", { ...CLOSED, allowed_department_codes: ["D1"] });
    const before = await aMoment();
    const rules = { ...CLOSED, allowed_groups: ["=board"], allowed_users: ["100002"] };
    await call("put", "/api/manage/documents/minutes/access-rules", rules, { "If-Match": "*" });
    const changed = (await recordedEntries(t, t.admin, { document_id: "minutes", kind: "rule-changed" }))[0]
      ?.at as string;
    const administrator = {
      user_id: "000001",
      display_name: "Name of 000001",
      reasons: [{ by: "role", value: "admin" }],
    };
    expect(await readersAt("minutes", before)).toEqual({
      document: { document_id: "minutes", title: "議事録", version: "1" },
      at: before,
      erased: 0,
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
    // Later than everything in this test, even if it begins just before midnight.
    const lastDay = "2999-12-31";
    expect((await readersAt("minutes", lastDay)).readers).toEqual([administrator]);
    expect(await documentsAt("100002", lastDay)).toMatchObject({ at: `${lastDay}T23:59:59.999Z`, documents: [] });
    expect((await readersAt("minutes", changed)).readers).toHaveLength(2);

    await call("delete", "/api/manage/documents/minutes").expect(204);
    expect(await readersAt("minutes", lastDay)).toEqual(
      errorBody(
        "DOCUMENT_NOT_FOUND",
        "The document did not exist at that time, or the audit log does not reach back so far.",
      ),
    );
    expect((await readersAt("minutes", changed)).readers).toHaveLength(2);
    expect((await documentsAt("100001", lastDay)).documents).toEqual([]);
  });

  it("says that the document or user did not exist at that time", async () => {
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
    "refuses %s without a valid time",
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

  it("is a CSV with complete lines on request", async () => {
    await publish("board", "=cmd()", { ...CLOSED, allowed_department_codes: ["D1"] });
    const at = await aMoment();
    const header = ["at", "document_id", "title", "version", "user_id", "display_name", "reasons"];
    const readers = await call("get", `${AUDIT}/who-could-read?document_id=board&at=${at}&format=csv`);
    expect(readers.headers["content-disposition"]).toBe('attachment; filename="who-could-read.csv"');
    expect(readers.text).toContain(",'=cmd(),");
    expect(cellsOf(readers.text)).toEqual([
      header,
      [at, "board", "=cmd()", "1", "000001", "Name of 000001", "role admin"],
      [at, "board", "=cmd()", "1", "100001", "Name of 100001", "department D1"],
    ]);
    const documents = await call("get", `${AUDIT}/could-read?user_id=100001&at=${at}`, undefined, {
      Accept: "text/csv, application/json;q=0.5",
    });
    expect(cellsOf(documents.text)).toEqual([
      header,
      [at, "board", "=cmd()", "1", "100001", "Name of 100001", "department D1"],
    ]);
  });
});
