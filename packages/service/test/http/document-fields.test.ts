import { beforeAll, describe, expect, it } from "@jest/globals";
import { type Call, callAs, errorBody, useTestService } from "../harness.js";
import { CHUNKS, upload } from "./travel-expenses.js";

const NONE = {
  number: null,
  category: null,
  owner: null,
  contact: null,
  review_by: null,
  editors: [],
  history: "admins",
};
const FIELDS = {
  number: "第12号",
  category: "人事/就業",
  owner: "人事部",
  contact: "労務係（内線 1234）",
  review_by: "2026-01-15",
  editors: ["000001"],
  history: "readers",
};

// It is 2026-01-15 in the tests.
describe("the fields of a document", () => {
  const t = useTestService();
  let other: string;
  beforeAll(async () => {
    other = await t.signedIn("000002", { role: "admin" });
    await upload(t, t.admin, "travel", { title: "旅費規程", version: "1", chunks: CHUNKS });
  });

  const path = (document_id: string) => `/api/manage/documents/${document_id}`;
  const call = (...asked: Call) => callAs(t, t.admin, ...asked);
  const listed = async (filter: string) =>
    (await call("get", `/api/manage/documents?${filter}`)).body.items.map(
      ({ document_id }: { document_id: string }) => document_id,
    );

  it("are changed one by one and cleared by null, and the audit log has what was before", async () => {
    expect((await call("get", path("travel"))).body).toMatchObject({
      document_id: "travel",
      title: "旅費規程",
      ...NONE,
    });
    const changed = await call("patch", path("travel"), { number: "第12号", owner: "人事部" });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ ...NONE, number: "第12号", owner: "人事部" });
    const cleared = await call("patch", path("travel"), { number: null, owner: "人事部" });
    expect(cleared.body).toMatchObject({ ...NONE, owner: "人事部" });
    expect((await call("get", path("travel"))).body).toEqual(cleared.body);
    const entries = (await call("get", "/api/manage/audit?kind=document-changed&document_id=travel")).body.items;
    expect(entries.map(({ details }: { details: object }) => details)).toEqual([
      { before: { number: "第12号" }, after: { number: null } },
      { before: { number: null, owner: null }, after: { number: "第12号", owner: "人事部" } },
    ]);
  });

  it("are refused where one is not valid, and for a document that does not exist", async () => {
    for (const body of [
      { title: "x" },
      { number: "" },
      { review_by: "2026-02-30" },
      { history: "all" },
      { editors: "x" },
    ])
      expect((await call("patch", path("travel"), body)).body).toEqual(errorBody("INVALID_REQUEST"));
    for (const method of ["get", "patch"] as const)
      expect((await call(method, path("nowhere"), method === "patch" ? {} : undefined)).body).toEqual(
        errorBody("DOCUMENT_NOT_FOUND"),
      );
  });

  it.each([
    ["number", "規程番号"],
    ["category", "分類"],
    ["owner", "主管"],
    ["contact", "問い合わせ先"],
  ])("say where %s has a line feed, and what to do", async (field, japanese) => {
    const body = { [field]: "人事部\n労務係" };
    const message = async (language: string) =>
      (await call("patch", path("travel"), body).set("Accept-Language", language).expect(400)).body.error.message;
    expect(await message("en")).toBe(`${field} must not contain control characters or line breaks.`);
    expect(await message("ja")).toBe(`${japanese}（${field}）から、改行や制御文字を取り除いてください。`);
  });

  it("come with an upload, of a file and of structured chunks, also of a draft", async () => {
    await upload(t, t.admin, "chunks", { ...FIELDS, chunks: CHUNKS });
    expect((await call("get", path("chunks"))).body).toMatchObject(FIELDS);
    const query = new URLSearchParams({
      ...FIELDS,
      editors: JSON.stringify(FIELDS.editors),
      publish: "false",
      wait: "true",
    });
    const sent = await call("put", `${path("file")}?${query}`, "# 規程\n\n本文", { "Content-Type": "text/markdown" });
    expect(sent.body).toMatchObject({ state: "done", draft: true });
    const record = await call("get", path("file"));
    expect(record.body).toMatchObject({
      ...FIELDS,
      draft: { version: "2026-01-15", version_is_default: true, by_user: "000001" },
    });
    for (const [wrong, body] of [
      ["editors=x", "# T\n\nx"],
      ["owner=", "# T\n\nx"],
    ] as const)
      expect((await call("put", `${path("file")}?${wrong}`, body, { "Content-Type": "text/markdown" })).body).toEqual(
        errorBody("INVALID_REQUEST"),
      );
    expect((await call("put", `${path("chunks")}?owner=HR`, { chunks: CHUNKS })).body).toEqual(
      errorBody("INVALID_REQUEST", expect.stringContaining("owner must not be in the query")),
    );
  });

  it("filter the list: by a category and what is below it, by owner, and what is to be reviewed by today", async () => {
    await upload(t, t.admin, "later", { category: "人事", owner: "総務部", review_by: "2026-01-16", chunks: CHUNKS });
    await upload(t, t.admin, "elsewhere", { category: "人事部", chunks: CHUNKS });
    expect(await listed(`category=${encodeURIComponent("人事")}`)).toEqual(["chunks", "later"]);
    expect(await listed(`category=${encodeURIComponent("人事/就業")}`)).toEqual(["chunks"]);
    expect(await listed(`owner=${encodeURIComponent("総務部")}`)).toEqual(["later"]);
    expect(await listed("review_due=true")).toEqual(["chunks"]);
  });

  it("name the editors, who alone change the document; all administrators read it", async () => {
    await upload(t, t.admin, "hr", { editors: ["000001"], chunks: CHUNKS });
    const as = (...asked: Call) => callAs(t, other, ...asked);
    const refusals = [
      await as("patch", path("hr"), { editors: [] }),
      await as("put", `${path("hr")}/access-rules`, { allow_all: false }, { "If-Match": "*" }),
      await as("delete", path("hr")),
      await as("post", `${path("hr")}/versions/1/restore`),
    ];
    for (const { body } of refusals)
      expect(body).toEqual(errorBody("FORBIDDEN", expect.stringContaining("Only these administrators change this")));
    const job = await upload(t, other, "hr", { chunks: CHUNKS.slice(1) });
    expect(job.body.problems).toEqual([
      { code: "version.not_published" },
      { code: "document.not_editor", editors: ["000001"] },
    ]);
    expect((await as("get", path("hr"))).body).toMatchObject({ editors: ["000001"] });
    const none = await call("patch", path("hr"), { editors: ["unknown", "100001"] });
    expect([none.status, none.body.error.problems]).toEqual([
      400,
      [{ code: "change.none" }, { code: "editors.none_active", editors: ["unknown", "100001"] }],
    ]);
    const twice = await call("patch", path("hr"), { editors: ["000001", "000001"] });
    expect(twice.body).toMatchObject({ editors: ["000001"] });
    expect((await call("patch", path("hr"), { editors: [] })).status).toBe(200);
    expect((await as("patch", path("hr"), { owner: "HR" })).status).toBe(200);
  });
});
