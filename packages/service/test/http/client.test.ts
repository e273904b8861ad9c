import { describe, expect, it } from "@jest/globals";
import { createClient, RefusalError } from "@retrieval/api/client";
import { signedRequest, useTestService } from "../harness.js";

const CHUNK = { text_type: "paragraph", content: "These rules govern the working hours." } as const;

describe("the typed client, beside a real service", () => {
  const t = useTestService();
  const admin = () => createClient({ url: t.url, token: t.admin });

  it("signs in, and reads the session with the token", async () => {
    let token: string | null = null;
    const client = createClient({ url: `${t.url}/`, token: () => token });
    const { body } = await client.issueSessionToken({ body: signedRequest("000001", t.clock.seconds) });
    token = body.token;
    expect((await client.readSession()).body).toMatchObject({ user_id: "000001", role: "admin" });
    expect((await client.readSession({ principals: true })).body.unrestricted).toBe(true);
  });

  it("sends parameters of path and query, JSON and files", async () => {
    const client = admin();
    const created = await client.synchroniseUser({ user_id: "社員 1/2", body: { display_name: "山田" } });
    expect(created).toMatchObject({ status: 201, body: { result: "created", user: { user_id: "社員 1/2" } } });
    expect((await client.readUser({ user_id: "社員 1/2" })).body.display_name).toBe("山田");
    await client.replaceDepartments({ body: { departments: [{ code: "D1", name: "Finance" }] } });
    const unknown = await client.synchroniseUser({
      user_id: "社員 1/2",
      body: { display_name: "山田", department_code: "D9999" },
    });
    expect(unknown.body.warnings).toMatchObject([{ problem: { code: "department_code.unknown" } }]);
    const file = { body: "# Rules\n\nText.\n", type: "text/markdown" };
    const upload = await client.uploadDocument({ document_id: "file", wait: true, title: "File", ...file });
    expect(upload).toMatchObject({ status: 200, body: { state: "done", title: "File" } });
    const chunks = await client.uploadDocument({ document_id: "rules", wait: true, body: { chunks: [CHUNK] } });
    expect(chunks).toMatchObject({ status: 200, body: { state: "done" } });
    const found = await client.searchChunks({ body: { query: "working hours" } });
    expect(found.body.results.map(({ doc }) => doc.id)).toEqual(["rules"]);
  });

  it("sends headers for preconditions, and returns no body if there is none", async () => {
    const client = admin();
    const rule = await client.readAccessRules({ document_id: "rules" });
    const ifMatch = rule.headers.get("etag") ?? "";
    const changed = { document_id: "rules", ifMatch, body: { allow_all: false, allowed_users: ["1"] } };
    expect((await client.changeAccessRules(changed)).body.access_rules.allowed_users).toEqual(["1"]);
    await expect(client.changeAccessRules(changed)).rejects.toMatchObject({ code: "PRECONDITION_FAILED", status: 412 });
    const kept = await client.readApiDocument();
    const same = await client.readApiDocument({ ifNoneMatch: kept.headers.get("etag") ?? "" });
    expect(same).toMatchObject({ status: 304, body: undefined });
    expect(await client.deleteDocument({ document_id: "file" })).toMatchObject({ status: 204, body: undefined });
  });

  it("returns the response itself if it is not JSON", async () => {
    const { body } = await admin().listAuditEntries({ document_id: "rules", format: "csv" });
    expect(await (body as Response).text()).toContain("document-published");
  });

  it("reads a list page by page", async () => {
    const client = admin();
    const all = (await client.listUsers()).body.items.map(({ user_id }) => user_id);
    const paged: string[] = [];
    let count = 0;
    for await (const { items } of client.pages("listUsers", { limit: 1 })) {
      count += 1;
      paged.push(...items.map(({ user_id }) => user_id));
    }
    expect(all.length).toBeGreaterThan(1);
    expect(paged).toEqual(all);
    expect(count).toBe(all.length);
  });

  it("throws refusals with their problems, in the requested language", async () => {
    const client = createClient({ url: t.url, token: t.admin, language: "ja" });
    const refusal = await client.readUser({ user_id: "missing" }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(RefusalError);
    expect(refusal).toMatchObject({ code: "USER_NOT_FOUND", status: 404, problems: [expect.any(Object)] });
    await expect(createClient({ url: t.url }).readSession()).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });
});
