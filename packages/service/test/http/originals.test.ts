import { randomBytes } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { CLOSED, EVERYONE } from "@retrieval/core";
import { type Call, callAs, errorBody, useTestService } from "../harness.js";
import { CHUNKS, upload } from "./travel-expenses.js";

describe("the original file of a document", () => {
  const t = useTestService();

  const call = (...asked: Call) => callAs(t, t.admin, ...asked);
  const markdown = (text: string) => `# Title\n\n${text}\n`;
  const put = (document_id: string, query: string, text = document_id, rules: object = EVERYONE) =>
    call(
      "put",
      `/api/manage/documents/${encodeURIComponent(document_id)}?wait=true&access_rules=${encodeURIComponent(JSON.stringify(rules))}${query}`,
      markdown(text),
      { "Content-Type": "text/markdown" },
    );
  const download = (token: string, document_id: string) =>
    callAs(t, token, "get", `/api/documents/${encodeURIComponent(document_id)}/original`).buffer(true);
  const offered = async (token: string, document_id: string) =>
    (await callAs(t, token, "get", `/api/documents/${encodeURIComponent(document_id)}/outline`)).body.original;

  it("is an attachment with its type and name, from which a browser runs nothing", async () => {
    await put("就業規則", `&original=readers&title=${encodeURIComponent("就業規則 (2026/04) \u200Fgnp.exe")}`);
    const { status, headers, text } = await download(await t.signedIn("reader"), "就業規則");
    expect(status).toBe(200);
    expect(text).toBe(markdown("就業規則"));
    expect(headers).toMatchObject({
      "content-type": "text/markdown",
      "content-length": String(Buffer.byteLength(text)),
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "cache-control": "private, no-store",
    });
    const name = encodeURIComponent("就業規則 (2026 04)  gnp.exe.md").replaceAll("(", "%28").replaceAll(")", "%29");
    expect(headers["content-disposition"]).toBe(`attachment; filename="document.md"; filename*=UTF-8''${name}`);
  });

  it.each([
    ["aux", "CON", "_aux.md", "_CON.md"],
    ["COM1.2026", "lpt¹ .v2", "_COM1.2026.md", "_lpt¹ .v2.md"],
    ["console", "nulls. . ", "console.md", "nulls.md"],
    ["Prn-2026", "..", "Prn-2026.md", "document.md"],
  ])("has a name that is no device of Windows and ends in no dot: %s, %j", async (document_id, title, plain, name) => {
    await put(document_id, `&title=${encodeURIComponent(title)}`);
    const { headers } = await download(t.admin, document_id);
    expect(headers["content-disposition"]).toBe(
      `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    );
  });

  it.each([
    ["", [true, false, false]],
    ["&original=admins", [true, false, false]],
    ["&original=readers", [true, true, true]],
    ["&original=none", [false, false, false]],
  ])("with %j is for the readers that it is kept for", async (query, expected) => {
    await put("chosen", query);
    const tokens = [t.admin, await t.signedIn("dev", { role: "developer" }), await t.signedIn("reader")];
    for (const [i, token] of tokens.entries()) {
      expect(await offered(token, "chosen")).toBe(expected[i]);
      expect((await download(token, "chosen")).status).toBe(expected[i] ? 200 : 404);
    }
  });

  it("is 404 without a file or a right, byte for byte as for an unknown document", async () => {
    await put("for-admins", "");
    await put("hidden", "&original=readers", "hidden", { ...CLOSED, allowed_users: ["other"] });
    await put("none", "&original=none");
    await upload(t, t.admin, "structured", { chunks: CHUNKS });
    await call("put", "/api/manage/documents/draft?wait=true&publish=false&original=readers", markdown("draft"), {
      "Content-Type": "text/markdown",
    });
    const reader = await t.signedIn("reader");
    const unknown = await download(reader, "unknown");
    expect(unknown.status).toBe(404);
    expect(unknown.body).toEqual(errorBody("DOCUMENT_NOT_FOUND"));
    const comparable = ({ status, text, headers }: typeof unknown) => {
      const { "x-request-id": _, date: __, ...rest } = headers as Record<string, string>;
      return { status, text, rest };
    };
    for (const id of ["for-admins", "hidden", "none", "structured", "draft", "a b"]) {
      expect(comparable(await download(reader, id))).toEqual(comparable(unknown));
    }
  });

  it("stays with its document and version: after publication, restoration and deletion", async () => {
    await put("kept", "&original=readers", "first");
    await put("kept", "&original=readers", "second");
    const reader = await t.signedIn("reader");
    await call("post", "/api/manage/documents/kept/versions/1/restore");
    expect((await download(reader, "kept")).text).toBe(markdown("first"));
    await put("kept", "&original=none", "withdrawn");
    expect((await download(t.admin, "kept")).status).toBe(404);
    await call("post", "/api/manage/documents/kept/versions/3/restore");
    expect((await download(t.admin, "kept")).text).toBe(markdown("first"));
    expect((await download(reader, "kept")).status).toBe(404);
    await put("kept", "&original=readers", "open");
    expect((await download(reader, "kept")).text).toBe(markdown("open"));
    await call("put", "/api/manage/documents/kept/access-rules", CLOSED, { "If-Match": "*" });
    expect((await download(reader, "kept")).status).toBe(404);
    await call("delete", "/api/manage/documents/kept");
    expect((await download(t.admin, "kept")).status).toBe(404);
  });

  it("of several megabytes comes back whole, and HEAD tells its size", async () => {
    // A comment is read quickly.
    const text = `The text.\n\n<!-- ${randomBytes(1.2 * 1024 * 1024).toString("hex")} -->`;
    await put("large", "&original=readers", text);
    const reader = await t.signedIn("reader");
    expect((await download(reader, "large")).text).toBe(markdown(text));
    const head = await t.http().head("/api/documents/large/original").set("Authorization", `Bearer ${reader}`);
    expect([head.status, head.headers["content-length"]]).toEqual([200, String(markdown(text).length)]);
  });

  it("is refused as a choice for structured chunks, which have no file, and for another word", async () => {
    const path = "/api/manage/documents/odd?wait=true&original=";
    for (const choice of ["readers", "admins"]) {
      const refused = await call("put", path + choice, { chunks: CHUNKS });
      expect(refused.body.error).toMatchObject({ code: "INVALID_REQUEST", problems: [{ code: "upload.no_original" }] });
    }
    expect((await call("put", `${path}none`, { chunks: CHUNKS })).body).toMatchObject({ state: "done" });
    const refused = await call("put", `${path}all`, markdown(""), { "Content-Type": "text/markdown" });
    expect(refused.body).toEqual(errorBody("INVALID_REQUEST"));
  });

  it("needs a session, and counts as reading", async () => {
    expect((await t.http().get("/api/documents/chosen/original")).status).toBe(401);
  });
});
