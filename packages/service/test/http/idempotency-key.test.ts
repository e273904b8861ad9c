import { describe, expect, it } from "@jest/globals";
import { callAs, errorBody, useTestService } from "../harness.js";
import { CHUNKS, upload } from "./travel-expenses.js";

describe("a request with an Idempotency-Key", () => {
  const t = useTestService();
  const versions = async (document_id: string) =>
    (await callAs(t, t.admin, "get", `/api/manage/documents/${document_id}/versions`)).body.items.length;
  const restore = (document_id: string, key: string, number = 1) =>
    callAs(t, t.admin, "post", `/api/manage/documents/${document_id}/versions/${number}/restore`, undefined, {
      "Idempotency-Key": key,
    });
  const twoVersions = async (document_id: string) => {
    for (const version of ["1", "2"])
      await upload(t, t.admin, document_id, { title: `Title ${version}`, version, chunks: CHUNKS });
  };

  it("restores a version once, and is answered the same again", async () => {
    await twoVersions("restored");
    const first = await restore("restored", '"8e03978e"');
    expect([first.status, await versions("restored")]).toEqual([200, 3]);
    // With or without the quotes of a structured header.
    for (const key of ['"8e03978e"', "8e03978e"]) {
      const again = await restore("restored", key);
      expect([again.status, again.text]).toEqual([200, first.text]);
    }
    expect(await versions("restored")).toBe(3);
    expect((await restore("restored", "another")).status).toBe(200);
    expect(await versions("restored")).toBe(4);
  });

  it("is done once by requests that come at the same time", async () => {
    await twoVersions("raced");
    const answers = await Promise.all(Array.from({ length: 4 }, () => restore("raced", "raced")));
    expect(await versions("raced")).toBe(3);
    for (const { status, body } of answers.filter(({ status }) => status !== 200))
      expect([status, body.error.problems]).toEqual([409, [{ code: "idempotency_key.in_flight" }]]);
    expect(answers.map(({ status }) => status)).toContain(200);
  });

  it("imports a user once, with its ETag, status and warnings", async () => {
    const entry = { user_id: "700001", display_name: "A", department: "unknown" };
    const send = (users: object[]) =>
      callAs(t, t.admin, "post", "/api/manage/users/bulk", { users }, { "Idempotency-Key": "import" });
    const first = await send([entry, {}]);
    expect(first).toMatchObject({ status: 207, body: { created: 1, skipped: 0 } });
    expect(await send([entry, {}])).toMatchObject({ status: 207, text: first.text });
    expect((await send([entry])).body).toMatchObject(errorBody("CONFLICT", expect.stringContaining("Use a new key")));
  });

  it("can be sent again after a refusal, which changed nothing", async () => {
    expect((await restore("missing", "later")).status).toBe(404);
    await twoVersions("missing");
    expect((await restore("missing", "later")).status).toBe(200);
  });

  it("creates one access token, and does not keep the token", async () => {
    const send = () =>
      callAs(
        t,
        t.admin,
        "post",
        "/api/tokens",
        { name: "script", audience: "api", days: 1 },
        { "Idempotency-Key": "t" },
      );
    const { status, body } = await send();
    expect(status).toBe(201);
    expect((await send()).body.error.problems).toEqual([{ code: "idempotency_key.answer_not_kept" }]);
    expect((await callAs(t, t.admin, "get", "/api/tokens")).body.items).toHaveLength(1);
    const { rows } = await t.database.pool.query("SELECT * FROM keyed_requests");
    expect(JSON.stringify(rows)).not.toContain(body.token);
  });

  it.each(["", " ", '"', '"a', "é", "x".repeat(256), "a b"])("refuses the key %j", async (key) => {
    const { status, body } = await restore("restored", key);
    expect([status, body]).toEqual([400, errorBody("INVALID_REQUEST", expect.stringContaining("Idempotency-Key"))]);
  });
});
