import { beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { callAs, errorBody, useTestService } from "../harness.js";
import { recordedEntries, storedEntries } from "./record.js";

const PATH = "/api/manage/users/100001";
const many = (length: number, name = "group") => Array.from({ length }, (_, i) => `${name} ${i}`);
const USER = { user_id: "100001", display_name: "髙橋 美咲", role: "user", is_active: true };

describe("Changing one user", () => {
  const t = useTestService();
  const patch = (body: object, path = PATH) => callAs(t, t.admin, "patch", path, body);
  const preview = (body: object, path = PATH) => callAs(t, t.admin, "post", `${path}/preview`, body);
  const principals = async () => {
    const { department_code, permission_groups } = (await t.service.deps.users.find("100001")) ?? {};
    return { department_code, permission_groups };
  };

  beforeAll(async () => {
    const publish = (document_id: string, access_rules: object) =>
      callAs(t, t.admin, "put", `/api/manage/documents/${document_id}?wait=true`, {
        title: `Title of ${document_id}`,
        chunks: [{ text_type: "paragraph", content: "text" }],
        access_rules,
      }).expect(200);
    await publish("a-all", { allow_all: true });
    await publish("b-sales", { allow_all: false, allowed_department_codes: ["D1"] });
    await publish("c-board", { allow_all: false, allowed_groups: ["board"] });
    await publish("d-pilots", { allow_all: false, allowed_groups: ["pilots", "board"] });
    await callAs(t, t.admin, "put", "/api/manage/departments", { departments: [{ code: "D1", name: "営業部" }] });
  });
  beforeEach(async () => {
    const record = { display_name: USER.display_name, role: "user", is_active: true };
    await callAs(t, t.admin, "put", PATH, { ...record, department_code: "D1", permission_groups: ["x", "pilots"] });
  });

  it("adds and removes groups, and keeps the others", async () => {
    const { body } = await patch({ add_groups: ["board", "pilots"], remove_groups: ["x"] }).expect(200);
    expect(body).toEqual({ user: USER, warnings: [] });
    expect(await principals()).toEqual({ department_code: "D1", permission_groups: ["pilots", "board"] });
    const [entry] = await storedEntries(t, { user_id: "100001", kind: "user-changed" });
    expect(entry).toMatchObject({
      by_user: "000001",
      details: {
        asked: ["add_groups", "remove_groups"],
        requested: { add_groups: { count: 2, first: ["board", "pilots"] }, remove_groups: { count: 1, first: ["x"] } },
        fields: ["permission_groups"],
        groups_added: { count: 1, first: ["board"] },
        groups_removed: { count: 1, first: ["x"] },
      },
    });
  });

  it("answers the same whether or not the user had the department or group, and records also what changes nothing", async () => {
    const before = (await storedEntries(t, { user_id: "100001" })).length;
    const listed = (...first: string[]) => ({ count: first.length, first });
    const changes: [object, object, string][] = [
      [{ add_groups: ["pilots"] }, { add_groups: listed("pilots") }, "unchanged"],
      [{ remove_groups: ["none"] }, { remove_groups: listed("none") }, "unchanged"],
      [{ remove_department_code: "D9" }, { remove_department_code: "D9" }, "unchanged"],
      [{ department_code: "D1" }, { department_code: "D1" }, "unchanged"],
      [{ add_groups: ["other"] }, { add_groups: listed("other") }, "updated"],
      [{ remove_department_code: "D1" }, { remove_department_code: "D1" }, "updated"],
    ];
    for (const [change, requested, result] of changes) {
      const { text } = await patch(change).expect(200);
      expect(text).toBe(JSON.stringify({ user: USER, warnings: [] }));
      const [entry] = await storedEntries(t, { user_id: "100001" });
      expect(entry).toMatchObject({ kind: "user-changed", by_user: "000001", details: { result, requested } });
    }
    expect(await principals()).toEqual({ department_code: null, permission_groups: ["x", "pilots", "other"] });
    expect((await storedEntries(t, { user_id: "100001" })).length).toBe(before + changes.length);
  });

  it("records a record that confirms the user’s department and groups by changing nothing", async () => {
    const record = { display_name: USER.display_name, department_code: "D1", permission_groups: ["pilots", "x"] };
    const answers = [await callAs(t, t.admin, "put", PATH, record), await callAs(t, t.admin, "put", PATH, record)];
    expect(answers[1]?.body.result).toBe("unchanged");
    const [entry] = await storedEntries(t, { user_id: "100001" });
    expect(entry).toEqual({
      kind: "user-changed",
      by_user: "000001",
      user_id: "100001",
      document_id: null,
      details: {
        via: "record",
        result: "unchanged",
        fields: [],
        before: { role: "user", is_active: true, department_code: "D1" },
        after: { role: "user", is_active: true, department_code: "D1" },
        asked: ["display_name", "department_code", "permission_groups"],
        requested: { department_code: "D1", permission_groups: { count: 2, first: ["pilots", "x"] } },
      },
    });
  });

  it("shows the gained and lost documents before, and writes nothing but who asked", async () => {
    const none = { count: 0, documents: [] };
    const of = (...ids: string[]) => ({
      count: ids.length,
      documents: ids.map((document_id) => ({ document_id, title: `Title of ${document_id}` })),
    });
    const cases: [object, object][] = [
      [{ add_groups: ["board"] }, { gained: of("c-board"), lost: none }],
      [{ remove_groups: ["pilots"] }, { gained: none, lost: of("d-pilots") }],
      [
        { remove_groups: ["pilots"], add_groups: ["board"] },
        { gained: of("c-board"), lost: none },
      ],
      [{ department_code: null }, { gained: none, lost: of("b-sales") }],
      [{ remove_department_code: "D2" }, { gained: none, lost: none }],
      [{ role: "developer" }, { gained: of("c-board"), lost: none }],
      [{ is_active: false }, { gained: none, lost: of("a-all", "b-sales", "d-pilots") }],
    ];
    const before = await recordedEntries(t, t.admin, { user_id: "100001" });
    for (const [change, effect] of cases)
      expect({ change, ...(await preview(change).expect(200)).body }).toMatchObject({
        change,
        ...effect,
        warnings: [],
      });
    expect(await principals()).toEqual({ department_code: "D1", permission_groups: ["x", "pilots"] });
    const asked = {
      by_user: "000001",
      user_id: "100001",
      document_id: null,
      details: { asked: ["is_active"], documents_gained: 0, documents_lost: 3 },
    };
    const [last, ...others] = await recordedEntries(t, t.admin, { user_id: "100001" });
    expect(last).toMatchObject({ kind: "access-explained", ...asked });
    expect(others.slice(cases.length - 1)).toEqual(before);
    const stored = await storedEntries(t, { user_id: "100001" });
    expect(stored.slice(0, cases.length).map(({ details }) => (details as { requested?: object }).requested)).toEqual([
      undefined,
      undefined,
      { remove_department_code: "D2" },
      { department_code: null },
      { add_groups: { count: 1, first: ["board"] }, remove_groups: { count: 1, first: ["pilots"] } },
      { remove_groups: { count: 1, first: ["pilots"] } },
      { add_groups: { count: 1, first: ["board"] } },
    ]);
  });

  it("warns of a department code that the master does not have", async () => {
    const { warnings } = (await preview({ department_code: "D9" }).expect(200)).body;
    expect(warnings).toEqual([{ message: expect.any(String), problem: { code: "department_code.unknown" } }]);
  });

  it.each<[string, object, string, number, string]>([
    ["the caller's own role", { role: "user" }, "000001", 409, "CONFLICT"],
    ["the caller's own state", { is_active: false }, "000001", 409, "CONFLICT"],
    ["an unknown user", { add_groups: ["g"] }, "999999", 404, "USER_NOT_FOUND"],
    ["an unknown field", { permission_groups: [] }, "100001", 400, "INVALID_REQUEST"],
    ["a group with a space at its edge", { add_groups: [" g"] }, "100001", 400, "INVALID_REQUEST"],
    ["a group that looks like another one", { add_groups: ["\u2066pilots"] }, "100001", 400, "INVALID_REQUEST"],
    ["a role that does not exist", { role: "boss" }, "100001", 400, "INVALID_REQUEST"],
    ["more groups than one change adds", { add_groups: many(101) }, "100001", 400, "INVALID_REQUEST"],
  ])("refuses %s, before and at the change", async (_what, change, user_id, status, code) => {
    for (const send of [preview, patch]) {
      const { body } = await send(change, `/api/manage/users/${user_id}`).expect(status);
      expect(body).toEqual(errorBody(code));
    }
  });

  it("records each refusal that depends on the groups of the user, before and at the change", async () => {
    await callAs(t, t.admin, "put", PATH, { display_name: USER.display_name, permission_groups: many(450) });
    const change = { add_groups: many(51, "other"), remove_groups: ["none"] };
    for (const [send, previewed] of [
      [preview, { preview: true }],
      [patch, {}],
    ] as const) {
      await send(change).expect(409);
      const [entry] = await storedEntries(t, { user_id: "100001" });
      expect(entry).toMatchObject({ kind: "access-explained", by_user: "000001" });
      expect(entry?.details).toEqual({
        ...previewed,
        asked: ["add_groups", "remove_groups"],
        requested: {
          add_groups: { count: 51, first: many(51, "other") },
          remove_groups: { count: 1, first: ["none"] },
        },
        refused: ["field.too_many_entries"],
      });
    }
  });

  it("loses no group when two administrators add at once", async () => {
    await Promise.all(["one", "two", "three"].map((group) => patch({ add_groups: [group] }).expect(200)));
    const { permission_groups } = await principals();
    expect(new Set(permission_groups)).toEqual(new Set(["x", "pilots", "one", "two", "three"]));
  });
});
