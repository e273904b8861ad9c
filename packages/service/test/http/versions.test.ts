import { describe, expect, it } from "@jest/globals";
import { CLOSED } from "@retrieval/core";
import { type Call, callAs, errorBody, useTestService } from "../harness.js";

describe("versions of a document", () => {
  const t = useTestService();

  const call = (...asked: Call) => callAs(t, t.admin, ...asked);
  const publish = (document_id: string, version: string, ...texts: string[]) =>
    call("put", `/api/manage/documents/${document_id}?wait=true`, {
      title: `Title ${version}`,
      version,
      chunks: texts.map((content) => ({ text_type: "paragraph", content })),
    });
  const at = (document_id: string, rest = "") => `/api/manage/documents/${document_id}/versions${rest}`;
  const contents = ({ body }: { body: { items: { content: string }[] } }) => body.items.map(({ content }) => content);

  it("are listed, read page by page and compared with the published one", async () => {
    await publish("rules", "2024", "same", "old", "gone");
    await publish("rules", "2025", "same", "new");
    const listed = await call("get", at("rules"));
    expect(listed.status).toBe(200);
    const shown = (number: number, version: string) => ({
      number,
      title: `Title ${version}`,
      version,
      by_user: "000001",
      original_for: null,
      ...{ effective_from: "2026-01-15", notice: "none", confirm_by: null, note: null, withdrawn: null },
      standing: number === 2 ? "in_force" : "past",
      published_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(listed.body).toEqual({ items: [shown(2, "2025"), shown(1, "2024")], next_cursor: null });

    const first = await call("get", at("rules", "/1/chunks?limit=2"));
    expect(contents(first)).toEqual(["same", "old"]);
    const rest = await call("get", at("rules", `/1/chunks?limit=2&cursor=${first.body.next_cursor}`));
    expect(contents(rest)).toEqual(["gone"]);
    expect(rest.body.next_cursor).toBeNull();
    // A cursor of another version would continue somewhere else.
    const other = await call("get", at("rules", `/2/chunks?limit=2&cursor=${first.body.next_cursor}`));
    expect(other.body).toEqual(errorBody("INVALID_REQUEST"));
  });

  it("are restored under the rule in force, as a new version that the audit log names", async () => {
    await publish("restored", "2024", "first words");
    await publish("restored", "2025", "second words");
    const rules = { ...CLOSED, allowed_users: ["insider"] };
    await call("put", "/api/manage/documents/restored/access-rules", rules, { "If-Match": "*" });
    const restored = await call("post", at("restored", "/1/restore"));
    expect(restored.status).toBe(200);
    expect(restored.body).toEqual({
      number: 3,
      warnings: [],
      changes: { unchanged: 0, changed: 1, added: 0, removed: 0 },
    });

    const search = async (user_id: string, query: string) =>
      (await callAs(t, await t.signedIn(user_id), "post", "/api/search", { query })).body.results.map(
        ({ chunk }: { chunk: { content: string } }) => chunk.content,
      );
    expect(await search("insider", "first words")).toEqual(["first words"]);
    expect(await search("insider", "second")).toEqual([]);
    expect(await search("outsider", "first words")).toEqual([]);

    const { body } = await call("get", "/api/manage/audit?document_id=restored&limit=1");
    expect(body.items).toMatchObject([
      { kind: "document-published", by_user: "000001", details: { version: "2024", restores: 1 } },
    ]);
  });

  it("are restored as a draft, also of an abolished document, which the draft revives on its day", async () => {
    await publish("ended", "2024", "first words");
    await publish("ended", "2025", "second words");
    const end = { effective_on: "2026-01-15", reason: "Merged." };
    expect((await call("post", "/api/manage/documents/ended/abolish", end)).status).toBe(204);
    expect((await call("post", at("ended", "/1/restore"), { publish: false })).body).toMatchObject({
      ...{ number: null, warnings: [], changes: { added: 1, removed: 0 } },
    });
    const { body } = await call("get", "/api/manage/audit?document_id=ended&limit=1");
    expect(body.items).toMatchObject([{ kind: "draft-saved", details: { version: "2024", restores: 1 } }]);
    const enactment = { effective_from: "2999-04-01", version: "Third" };
    expect((await call("post", "/api/manage/documents/ended/publish", enactment)).status).toBe(200);
    expect((await call("get", at("ended"))).body.items).toMatchObject([
      { number: 3, version: "Third", standing: "coming" },
      { standing: "past" },
      { standing: "past" },
    ]);
  });

  it("are all kept, and removed with the document", async () => {
    for (const version of ["1", "2", "3", "4"]) await publish("kept", version, version);
    const numbers = ({ body }: { body: { items: { number: number }[] } }) => body.items.map(({ number }) => number);
    expect(numbers(await call("get", at("kept")))).toEqual([4, 3, 2, 1]);
    await call("delete", "/api/manage/documents/kept");
    expect((await call("get", at("kept"))).body).toEqual(errorBody("DOCUMENT_NOT_FOUND"));
    await publish("kept", "5", "5");
    expect(numbers(await call("get", at("kept")))).toEqual([5]);
  });

  it.each(["0", "01", "7", "-1", "1.5", "one", "99999999999999999999", "2147483648"])(
    "without the number %s are 404",
    async (number) => {
      await publish("few", "1", "text");
      for (const [method, rest] of [
        ["get", "chunks"],
        ["post", "restore"],
      ] as const) {
        expect((await call(method, at("few", `/${number}/${rest}`))).body).toEqual(errorBody("DOCUMENT_NOT_FOUND"));
      }
    },
  );

  it("are for administrators alone", async () => {
    await publish("closed", "1", "text");
    for (const role of ["user", "developer"] as const) {
      const token = await t.signedIn(`a-${role}`, { role });
      for (const [method, rest] of [
        ["get", ""],
        ["get", "/1/chunks"],
        ["post", "/1/restore"],
      ] as const) {
        expect((await callAs(t, token, method, at("closed", rest))).body).toEqual(errorBody("FORBIDDEN"));
      }
    }
  });
});
