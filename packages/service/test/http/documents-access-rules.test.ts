import { beforeAll, describe, expect, it } from "@jest/globals";
import { CLOSED, EVERYONE } from "@retrieval/core";
import { type Call, callAs, errorBody, useTestService } from "../harness.js";
import { CHUNKS, reference, upload } from "./travel-expenses.js";

const PATH = "/api/manage/documents/ruled/access-rules";

const warning = (list: string, name: string, message: string) => ({
  message,
  problem: { code: "access_rules.unknown_name", list, name },
});

describe("the access rules of a document", () => {
  const t = useTestService();
  beforeAll(async () => {
    await upload(t, t.admin, "ruled", { title: "Ruled", chunks: CHUNKS });
  });

  const call = (...asked: Call) => callAs(t, t.admin, ...asked);

  it("are everyone by default, and are read with an ETag", async () => {
    const response = await call("get", PATH);
    expect(response.body).toEqual({
      document_id: "ruled",
      title: "Ruled",
      access_rules: EVERYONE,
      warnings: [],
    });
    expect(response.headers.etag).toMatch(/^"\d+"$/);
  });

  it("need If-Match: 428 without it, 412 after a lost race or with a foreign tag, * overwrites", async () => {
    const { etag } = (await call("get", PATH)).headers as { etag: string };
    const put = (ifMatch: string, rules: object = CLOSED) => call("put", PATH, rules, { "If-Match": ifMatch });
    expect((await call("put", PATH, CLOSED)).body).toEqual(errorBody("PRECONDITION_REQUIRED"));
    const first = await put(etag);
    expect(first.status).toBe(200);
    expect(first.headers.etag).not.toBe(etag);
    for (const tag of [etag, '"abc"', `W/${first.headers.etag}`, "1"]) {
      const response = await put(tag);
      expect({ tag, status: response.status }).toEqual({ tag, status: 412 });
      expect(response.body).toEqual(errorBody("PRECONDITION_FAILED"));
    }
    expect((await put("*", {})).body.access_rules.allow_all).toBe(true);
  });

  it("accept exactly one of many concurrent changes", async () => {
    const { etag } = (await call("get", PATH)).headers as { etag: string };
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        call("put", PATH, { ...CLOSED, allowed_users: [`winner-${i}`] }, { "If-Match": etag }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(412)]);
  });

  it("keep unknown names, with a warning for each", async () => {
    await t.signedIn("known-user", { permission_groups: ["known-group"] });
    const rules = {
      allow_all: false,
      allowed_department_codes: ["D-none"],
      allowed_groups: ["known-group", "unknown"],
      allowed_users: ["known-user", "ghost"],
    };
    const response = await call("put", PATH, rules, { "If-Match": "*" });
    expect(response.body.access_rules).toEqual(rules);
    expect(response.body.warnings).toEqual([
      warning("allowed_department_codes", "D-none", 'department "D-none" is not in the department master'),
      warning("allowed_groups", "unknown", 'no user has the group "unknown"'),
      warning("allowed_users", "ghost", '"ghost" is not a registered user'),
    ]);
  });

  it("refuse an invalid rule", async () => {
    for (const rules of [
      [],
      { allow_all: "yes" },
      { allowed_users: "u" },
      { allow_all: false, allowed_users: [""] },
      { allow_all: false, allowed_users: [" u"] },
      { allowed_groups: ["g"] },
      { everyone: true },
    ]) {
      const response = await call("put", PATH, rules, { "If-Match": "*" });
      expect({ rules, status: response.status }).toEqual({ rules, status: 400 });
    }
  });

  it("hide a document from users without access, byte for byte as if it did not exist, from the next request on", async () => {
    await upload(t, t.admin, "secret", {
      title: "Secret",
      access_rules: { ...CLOSED, allowed_groups: ["board"] },
      chunks: CHUNKS,
    });
    const reader = await t.signedIn("plain-reader");
    const board = await t.signedIn("board-reader", { permission_groups: ["board"] });
    const id = "secret::ch2::art5::paragraph-1";
    const absent = await reference(t, reader, "nothing::ch2::art5::paragraph-1", "nothing");
    const hidden = await reference(t, reader, id, "secret");
    expect(hidden.text).toBe(absent.text);
    expect(hidden.status).toBe(404);
    expect((await reference(t, board, id, "secret")).status).toBe(200);
    for (const role of ["developer", "admin"] as const) {
      expect((await reference(t, await t.signedIn(`as-${role}`, { role }), id, "secret")).status).toBe(200);
    }
    await call(
      "put",
      "/api/manage/documents/secret/access-rules",
      { ...CLOSED, allowed_users: ["plain-reader"] },
      { "If-Match": "*" },
    );
    expect((await reference(t, reader, id, "secret")).status).toBe(200);
    expect((await reference(t, board, id, "secret")).status).toBe(404);
  });

  it("are replaced by an upload with another rule, which its job says", async () => {
    const body = { access_rules: { ...CLOSED, allowed_groups: ["board"] }, chunks: CHUNKS };
    const warningsOf = async (sent: object) => (await upload(t, t.admin, "replaced", sent)).body.warnings;
    expect(await warningsOf(body)).toEqual([]);
    expect(await warningsOf(body)).toEqual([]);
    const problem = { code: "version.rule_replaced" };
    expect(await warningsOf({ ...body, access_rules: EVERYONE })).toEqual([{ message: expect.any(String), problem }]);
    expect(await warningsOf({ chunks: CHUNKS })).toEqual([]);
  });

  it("apply on every route from the answer on, however long the rule and large the document", async () => {
    const names = (who: string, count: number) => Array.from({ length: count }, (_, i) => `${who}-${i}`);
    const chunks = names("手引", 2_500).map((content, i) => ({
      text_type: "paragraph",
      content,
      metadata: { section_path: [{ level: 1, type: "article", label: `第${i + 1}条`, title: "" }] },
    }));
    const seen = async (token: string) => {
      const answers = await Promise.all([
        callAs(t, token, "post", "/api/search", { query: "手引" }),
        callAs(t, token, "get", "/api/documents?query=Large"),
        callAs(t, token, "get", "/api/documents/large/outline"),
        reference(t, token, "large::art2500::paragraph-1", "large"),
      ]);
      const [search, list, ...rest] = answers;
      return [search?.body.total, list?.body.items.length, ...rest.map(({ status }) => status)];
    };
    const [loses, gains] = [await t.signedIn("loses"), await t.signedIn("gains")];
    await upload(t, t.admin, "large", {
      title: "Large",
      access_rules: { ...CLOSED, allowed_users: ["loses"] },
      chunks,
    });
    expect([await seen(loses), await seen(gains)]).toEqual([
      [2_500, 1, 200, 200],
      [0, 0, 404, 404],
    ]);
    const rule = {
      ...CLOSED,
      allowed_groups: names("group", 4_000),
      allowed_users: [...names("user", 4_999), "gains"],
    };
    expect((await call("put", "/api/manage/documents/large/access-rules", rule, { "If-Match": "*" })).status).toBe(200);
    expect([await seen(loses), await seen(gains)]).toEqual([
      [0, 0, 404, 404],
      [2_500, 1, 200, 200],
    ]);
  });
});
