import { beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { CLOSED, EVERYONE } from "@retrieval/core";
import { type Call, callAs, errorBody, useTestService } from "../harness.js";
import { recordedEntries } from "./record.js";

const MANY = "/api/manage/access-rules";
const D1 = { ...CLOSED, allowed_department_codes: ["D1"] };
const list = (first: readonly string[]) => ({ count: first.length, first });
const BOARD = { add: { allowed_groups: ["board", "bored"] } };

describe("one edit of the rules of one or many documents", () => {
  const t = useTestService();
  beforeAll(async () => {
    await t.signedIn("100001", { department_code: "D1" });
    await t.signedIn("100002", { permission_groups: ["board"] });
    await t.signedIn("100003", { permission_groups: ["board"] });
    await t.signedIn("900001", { role: "developer" });
  });
  beforeEach(async () => {
    for (const [document_id, access_rules] of Object.entries({ a: D1, b: D1, open: EVERYONE })) {
      await call("delete", `/api/manage/documents/${document_id}`);
      const chunks = [{ text_type: "paragraph", content: "text" }];
      const body = { title: `Title of ${document_id}`, access_rules, chunks };
      await call("put", `/api/manage/documents/${document_id}?wait=true`, body).expect(200);
    }
  });

  const call = (...asked: Call) => callAs(t, t.admin, ...asked);
  const preview = async (document_ids: readonly string[], change: object) => {
    const { status, body } = await call("post", `${MANY}/preview`, { document_ids, change });
    expect(status).toBe(200);
    return body;
  };
  const picked = async (...document_ids: string[]): Promise<{ document_id: string; rules_version: number }[]> =>
    (await preview(document_ids, BOARD)).documents.map(({ document_id, rules_version }: never) => ({
      document_id,
      rules_version,
    }));
  const ruleOf = async (document_id: string) =>
    (await call("get", `/api/manage/documents/${document_id}/access-rules`)).body.access_rules;
  const named = (user_id: string, documents?: number) => ({
    user_id,
    display_name: `Name of ${user_id}`,
    ...(documents === undefined ? {} : { documents }),
  });

  it("shows who gains and loses over all documents and for each, and writes nothing", async () => {
    const body = await preview(["b", "open", "no-such", "a"], BOARD);
    expect(body.gained).toEqual({ count: 2, users: [named("100002", 2), named("100003", 2)] });
    expect(body.lost).toEqual({ count: 0, users: [] });
    expect(body.documents).toMatchObject([
      { document_id: "b", title: "Title of b", access_rules: D1, changes: true, gained: { count: 2 }, error: null },
      { document_id: "open", changes: true, gained: { count: 0 }, lost: { count: 0 }, error: null },
      {
        document_id: "no-such",
        title: null,
        access_rules: null,
        changes: false,
        problems: [{ code: "document.unknown" }],
      },
      { document_id: "a", changes: true, gained: { users: [named("100002"), named("100003")] } },
    ]);
    expect(body.warnings).toMatchObject([{ problem: { name: "D1" } }, { problem: { name: "bored" } }]);
    expect(await ruleOf("a")).toEqual(D1);
    const replaced = await preview(["a", "open"], { replace: { ...D1, allowed_users: ["100002"] } });
    expect(replaced.gained.users).toEqual([named("100002", 1)]);
    expect(replaced.lost.users).toEqual([named("100003", 1)]);
    const mixed = {
      allow_all: false,
      remove: { allowed_department_codes: ["D1"] },
      add: { allowed_users: ["100002"] },
    };
    expect((await preview(["a"], mixed)).lost.users).toEqual([named("100001", 1)]);
    const closed = await preview(["a", "open"], { allow_all: false });
    expect(closed.documents.map(({ changes }: { changes: boolean }) => changes)).toEqual([false, true]);
    expect(closed.lost.count).toBe(3);
    // It reads the rules, and tells about no reader.
    expect((await preview(["a"], {})).documents).toMatchObject([{ access_rules: D1, changes: false }]);
    const entries = await recordedEntries(t, t.admin, { kind: "access-explained" });
    const [first, second] = [list(["b", "open", "a"]), list(["a", "open"])];
    expect(entries.map(({ details }) => details)).toEqual([
      { edit: ["close"], document_ids: second, gained: 0, lost: 3 },
      {
        edit: ["remove", "add", "close"],
        allowed_department_codes: list(["D1"]),
        allowed_users: list(["100002"]),
        gained: 1,
        lost: 1,
      },
      {
        edit: ["replace"],
        document_ids: second,
        allowed_department_codes: list(["D1"]),
        allowed_users: list(["100002"]),
        gained: 1,
        lost: 1,
      },
      { edit: ["add"], document_ids: first, allowed_groups: list(["board", "bored"]), gained: 2, lost: 0 },
    ]);
    expect(entries).toMatchObject([null, "a", null, null].map((document_id) => ({ by_user: "000001", document_id })));
  });

  it("changes each document as a change of its own: one version of its history, one audit entry", async () => {
    const documents = await picked("a", "b");
    const answer = await call("post", MANY, { documents, change: BOARD });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ changed: 2, unchanged: 0, failed: 0 });
    for (const { document_id, rules_version } of documents) {
      expect(await ruleOf(document_id)).toEqual({ ...D1, allowed_groups: ["board", "bored"] });
      const { items: versions } = (await call("get", `/api/manage/documents/${document_id}/access-rules/history`)).body;
      expect(versions[0]).toMatchObject({
        rules_version: rules_version + 1,
        by_user: "000001",
        cause: "edit",
        before: D1,
        gained: 2,
      });
      const entries = await recordedEntries(t, t.admin, { document_id, kind: "rule-changed" });
      expect(entries.filter(({ details }) => details.rules_version === rules_version + 1)).toHaveLength(1);
    }
    const again = await call("post", MANY, { documents: await picked("a"), change: BOARD });
    expect(again.body).toMatchObject({
      changed: 0,
      unchanged: 1,
      documents: [{ document_id: "a", result: "unchanged" }],
    });
    // The caller's own change, whose answer was lost, is no lost race.
    expect((await call("post", MANY, { documents, change: BOARD })).body).toMatchObject({ unchanged: 2, failed: 0 });
  });

  it("reports a document that changed since, or is gone, and changes the others", async () => {
    const documents = await picked("a", "b", "open");
    await call("put", "/api/manage/documents/a/access-rules", CLOSED, { "If-Match": "*" }).expect(200);
    await call("delete", "/api/manage/documents/b").expect(204);
    const answer = await call("post", MANY, { documents, change: { add: { allowed_users: ["1"] }, allow_all: false } });
    expect(answer.status).toBe(207);
    expect(answer.body).toMatchObject({
      changed: 1,
      failed: 2,
      documents: [
        { document_id: "a", result: "failed", problems: [{ code: "access_rules.changed_since" }] },
        { document_id: "b", result: "failed", problems: [{ code: "document.unknown" }] },
        { document_id: "open", result: "changed", error: null },
      ],
    });
    expect(await ruleOf("a")).toEqual(CLOSED);
    expect(await ruleOf("open")).toEqual({ ...CLOSED, allowed_users: ["1"] });
  });

  it("refuses a change without a meaning, and readers", async () => {
    const change = { replace: { allowed_users: ["1"] } };
    for (const answer of [
      await call("post", `${MANY}/preview`, { document_ids: ["a"], change }),
      await call("post", MANY, { documents: await picked("a"), change }),
      await call("post", `${MANY}/preview`, { document_ids: ["a", "a"], change: { allow_all: true } }),
      await call("post", MANY, { documents: await picked("a"), change: { kind: "open" } }),
      await call("post", MANY, { documents: [], change: { allow_all: true } }),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject(errorBody("INVALID_REQUEST"));
    }
    const reader = await t.signedIn("100001", { department_code: "D1" });
    await callAs(t, reader, "post", `${MANY}/preview`, { document_ids: ["a"], change: BOARD }).expect(403);
    expect(await ruleOf("a")).toEqual(D1);
  });
});
