import { beforeAll, describe, expect, it } from "@jest/globals";
import { callAs, errorBody, useTestService } from "../harness.js";

const CHUNKS = { chunks: [{ text_type: "paragraph", content: "y" }] };

describe("If-Match at PUT /api/manage/documents/{document_id}/access-rules", () => {
  const t = useTestService();
  beforeAll(async () => {
    await t
      .http()
      .put("/api/manage/documents/d?wait=true")
      .set("Authorization", `Bearer ${t.admin}`)
      .send({ chunks: [{ text_type: "paragraph", content: "x" }] })
      .expect(200);
  });

  const change = (rule: unknown, tag = "*") =>
    t
      .http()
      .put("/api/manage/documents/d/access-rules")
      .set({ Authorization: `Bearer ${t.admin}`, "If-Match": tag, "Content-Type": "application/json" })
      .send(JSON.stringify(rule));

  it("is 412 for a malformed tag", async () => {
    for (const tag of [
      '"9999999999"',
      '"2147483648"',
      '"2147483647"',
      '"4294967297"',
      '"0"',
      '"-1"',
      '"1e3"',
      '"01"',
      '""',
      "1",
      'W/"1"',
      '"1", "2"',
      '"x"',
    ]) {
      const response = await change({ allow_all: true }, tag);
      expect({ tag, status: response.status, body: response.body }).toEqual({
        tag,
        status: 412,
        body: errorBody("PRECONDITION_FAILED"),
      });
    }
  });

  it("is refused where it is not evaluated, and nothing changes; a read ignores it", async () => {
    const calls = [
      ["put", "?wait=true"],
      ["delete", ""],
      ["post", "/versions/1/restore"],
    ] as const;
    for (const [method, more] of calls) {
      for (const [name, value] of [
        ["If-Match", '"1"'],
        ["If-None-Match", "*"],
      ] as const) {
        const response = await callAs(t, t.admin, method, `/api/manage/documents/d${more}`, CHUNKS, { [name]: value });
        expect({ method, more, status: response.status, body: response.body }).toEqual({
          ...{ method, more, status: 400 },
          body: errorBody("INVALID_REQUEST", expect.stringContaining(`does not evaluate ${name}`)),
        });
      }
    }
    const chunks = await callAs(t, t.admin, "get", "/api/manage/documents/d/chunks", undefined, { "If-Match": '"1"' });
    expect([chunks.status, chunks.body.items[0].content]).toEqual([200, "x"]);
  });

  it("does not allow an invalid rule, and the answer names its problem", async () => {
    for (const [rule, what] of [
      [null, "access_rules must be an object"],
      [[], "access_rules must be an object"],
      ["open", "access_rules must be an object"],
      [{ allow_all: "yes" }, "access_rules.allow_all must be true or false"],
      [{ allow_all: false, allowed_users: "000777" }, "access_rules.allowed_users must be an array of strings"],
      [{ allow_all: false, allowed_groups: ["a", 7] }, "access_rules.allowed_groups[1] must be a string"],
      [{ allow_all: false, allowed_user: ["1"] }, 'unknown field "allowed_user"; the known fields are allow_all'],
      [{ allowed_users: ["1"] }, "has no allow_all"],
    ] as const) {
      const response = await change(rule);
      expect({ rule, status: response.status, body: response.body }).toEqual({
        rule,
        status: 400,
        body: errorBody("INVALID_REQUEST", expect.stringContaining(what)),
      });
    }
  });
});
