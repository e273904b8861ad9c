import { beforeAll, describe, expect, it } from "@jest/globals";
import { type Call, callAs, errorBody, useTestService } from "../harness.js";
import { CHUNKS, upload } from "./travel-expenses.js";

const MANAGE = "/api/manage/documents/travel";
const [first = {}, ...rest] = CHUNKS;
const CORRECTED = [{ ...first, content: "第1条　旅費は実費とする。" }, ...rest];

describe("with FOUR_EYES, a version", () => {
  const t = useTestService({ env: { FOUR_EYES: "true" } });
  let other: string;
  let developer: string;
  beforeAll(async () => {
    other = await t.signedIn("000002", { role: "admin" });
    developer = await t.signedIn("000003", { role: "developer" });
  });
  const as = (token: string, ...asked: Call) => callAs(t, token, ...asked);
  const record = async () => (await as(other, "get", MANAGE)).body;
  const uploaded = (token: string, version: string, chunks: readonly object[] = CHUNKS) =>
    upload(t, token, "travel", { title: "旅費規程", version, chunks });
  const own = errorBody("FORBIDDEN", expect.stringContaining("You uploaded this draft"));

  it("that is uploaded is a draft, which its sender may neither publish nor approve", async () => {
    expect((await as(other, "get", "/api/config")).body).toMatchObject({ four_eyes: true });
    const job = await uploaded(t.admin, "1");
    expect(job.body).toMatchObject({
      ...{ state: "done", draft: true, unchanged: false },
      warnings: [{ problem: { code: "draft.needs_approval" } }],
    });
    expect(await record()).toMatchObject({ version_number: null, draft: { by_user: "000001", returned: null } });
    for (const door of ["/publish", "/draft/approve"]) {
      expect((await as(t.admin, "post", `${MANAGE}${door}`)).body).toEqual(own);
      expect((await as(developer, "post", `${MANAGE}${door}`)).status).toBe(403);
    }
    expect(await record()).toMatchObject({ version_number: null });
  });

  it("is returned with a comment, which the record shows until another draft comes, and approved by another", async () => {
    expect((await as(other, "post", `${MANAGE}/draft/return`, { comment: "旧い金額\n第5条" })).status).toBe(204);
    const returned = { at: expect.any(String), by_user: "000002", comment: "旧い金額\n第5条" };
    expect((await record()).draft.returned).toEqual(returned);
    const drafts = async () => (await as(other, "get", "/api/manage/drafts")).body.items;
    expect(await drafts()).toMatchObject([{ by_user: "000001", returned: true }]);
    // A script sends its folder each night.
    await uploaded(t.admin, "1");
    expect((await record()).draft.returned).toEqual(returned);
    await uploaded(t.admin, "2");
    expect(await drafts()).toMatchObject([{ by_user: "000001", returned: false }]);
    expect((await record()).draft).toMatchObject({ version: "2", returned: null });
    const dated = { effective_from: "2020-04-01", notice: "tell", note: "新設" };
    expect((await as(other, "post", `${MANAGE}/draft/approve`, dated)).status).toBe(200);
    expect(await record()).toMatchObject({
      version: "2",
      version_number: 1,
      effective_from: "2020-04-01",
      draft: null,
    });
    const entries = (await as(other, "get", "/api/manage/audit?document_id=travel")).body.items;
    const of = (kind: string) => entries.filter((entry: { kind: string }) => entry.kind === kind);
    expect(of("draft-returned")).toMatchObject([
      { by_user: "000002", details: { version: "1", why: "旧い金額\n第5条" } },
    ]);
    expect(of("document-published")).toMatchObject([{ by_user: "000002", details: { uploaded_by: "000001" } }]);
  });

  it("that would change nothing is published as it was, and needs no approval", async () => {
    expect((await uploaded(t.admin, "2")).body).toMatchObject({ draft: false, unchanged: true, warnings: [] });
    expect(await record()).toMatchObject({ draft: null });
  });

  it("belongs to the last one who uploaded it: the first may approve it then", async () => {
    await uploaded(t.admin, "3", CORRECTED);
    await upload(t, other, "travel", { title: "旅費規程", version: "4", chunks: CORRECTED, publish: false });
    expect((await as(other, "post", `${MANAGE}/publish`)).body).toEqual(own);
    expect((await as(t.admin, "post", `${MANAGE}/publish`)).status).toBe(200);
    expect(await record()).toMatchObject({ version: "4", version_number: 2, draft: null });
  });

  it("that is sent to publish does not remove a draft of another administrator or day", async () => {
    await uploaded(t.admin, "waiting");
    const waits = { code: "draft.waits", version: "waiting", by_user: "000001" };
    expect((await uploaded(other, "4b")).body.problems).toEqual([{ code: "version.not_published" }, waits]);
    const restored = await as(other, "post", `${MANAGE}/versions/1/restore`);
    expect([restored.status, restored.body.error.problems]).toEqual([409, [{ code: "change.none" }, waits]]);
    const later = { title: "旅費規程", version: "4c", chunks: CHUNKS, effective_from: "2099-04-01" };
    expect((await upload(t, t.admin, "travel", later)).body.problems?.[1]).toEqual(waits);
    expect((await uploaded(t.admin, "corrected")).body).toMatchObject({ draft: true });
    expect(await record()).toMatchObject({ draft: { version: "corrected", by_user: "000001" } });
    await as(t.admin, "delete", `${MANAGE}/draft`);
  });

  it("that is restored is a draft as well", async () => {
    const restored = await as(other, "post", `${MANAGE}/versions/1/restore`);
    expect(restored.body).toMatchObject({
      number: null,
      warnings: [{ problem: { code: "draft.needs_approval" } }],
    });
    expect(await record()).toMatchObject({ version_number: 2, draft: { version: "2", by_user: "000002" } });
    expect((await as(other, "post", `${MANAGE}/draft/approve`)).body).toEqual(own);
    expect((await as(t.admin, "post", `${MANAGE}/draft/approve`)).status).toBe(200);
    expect(await record()).toMatchObject({ version: "2", version_number: 3 });
  });

  it("is approved and returned only by an editor of the document", async () => {
    await uploaded(t.admin, "5", CORRECTED);
    await as(t.admin, "patch", MANAGE, { editors: ["000001"] });
    const refused = [
      await as(other, "post", `${MANAGE}/draft/approve`),
      await as(other, "post", `${MANAGE}/draft/return`, { comment: "x" }),
      await as(other, "delete", `${MANAGE}/draft`),
    ];
    for (const { body } of refused) expect(body).toEqual(errorBody("FORBIDDEN", expect.stringContaining("000001")));
    expect((await record()).draft).toMatchObject({ version: "5", returned: null });
  });
});

describe("a draft", () => {
  const t = useTestService();
  const as = (...asked: Call) => callAs(t, t.admin, ...asked);
  const draft = () =>
    upload(t, t.admin, "travel", { title: "旅費規程", version: "1", publish: false, chunks: CORRECTED });

  it("without FOUR_EYES is approved, and returned, by any administrator", async () => {
    await draft();
    expect((await as("post", `${MANAGE}/draft/return`, { comment: "第5条" })).status).toBe(204);
    expect((await as("get", MANAGE)).body.draft.returned).toMatchObject({ comment: "第5条" });
    expect((await as("post", `${MANAGE}/draft/approve`)).status).toBe(200);
    expect((await as("get", MANAGE)).body).toMatchObject({ version_number: 1, draft: null });
  });

  it("is deleted alone, also of a document that was in force", async () => {
    await draft();
    expect((await as("delete", `${MANAGE}/draft`)).status).toBe(204);
    expect((await as("get", MANAGE)).body).toMatchObject({ version_number: 1, draft: null });
    const { items } = (await as("get", "/api/manage/audit?document_id=travel&kind=draft-deleted")).body;
    expect(items).toMatchObject([{ by_user: "000001", details: { version: "1" } }]);
  });

  it("makes a document deletable only until it was in force", async () => {
    expect((await as("get", MANAGE)).body).toMatchObject({ deletable: true });
    await upload(t, t.admin, "travel", { version: "0", chunks: CHUNKS, effective_from: "2020-04-01" });
    expect((await as("get", MANAGE)).body).toMatchObject({ deletable: false });
    expect((await as("delete", MANAGE)).status).toBe(409);
  });

  it("that is not there is neither returned nor deleted, and a comment says something", async () => {
    const back = (comment: string) => as("post", `${MANAGE}/draft/return`, { comment });
    expect((await back("x")).body).toEqual(errorBody("DOCUMENT_NOT_FOUND"));
    expect((await as("delete", `${MANAGE}/draft`)).body).toEqual(errorBody("DOCUMENT_NOT_FOUND"));
    for (const comment of ["", "\u0000", "x".repeat(2_001)])
      expect((await back(comment)).body).toEqual(errorBody("INVALID_REQUEST"));
  });

  it("that another one has replaced is neither published, returned nor deleted with its own ETag", async () => {
    await draft();
    const { accepted } = (await as("get", MANAGE)).body.draft;
    await draft();
    const replaced = { "If-Match": `"${accepted}"` };
    const refused = [
      await as("post", `${MANAGE}/publish`, {}, replaced),
      await as("post", `${MANAGE}/draft/approve`, {}, replaced),
      await as("post", `${MANAGE}/draft/return`, { comment: "x" }, replaced),
      await as("delete", `${MANAGE}/draft`, undefined, replaced),
    ];
    for (const { body } of refused)
      expect(body).toEqual(errorBody("PRECONDITION_FAILED", expect.stringContaining("Another draft")));
    const waiting = (await as("get", MANAGE)).body.draft;
    expect(waiting).toMatchObject({ returned: null });
    const own = { "If-Match": `"${waiting.accepted}"` };
    expect((await as("post", `${MANAGE}/draft/return`, { comment: "x" }, own)).status).toBe(204);
    expect((await as("delete", `${MANAGE}/draft`, undefined, own)).status).toBe(204);
  });
});
