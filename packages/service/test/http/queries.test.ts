import { describe, expect, it } from "@jest/globals";
import { OPERATION_LIST } from "@retrieval/api";
import { type Call, callAs, errorBody, useTestService } from "../harness.js";

describe("the query of a request", () => {
  const t = useTestService();

  const call = (...asked: Call) => callAs(t, t.admin, ...asked);

  it("is refused on every route with an unknown parameter", async () => {
    for (const { method, path, query } of OPERATION_LIST) {
      const address = `${path.replace(/:\w+/g, "some-id")}?no_such_parameter=1`;
      const response = await call(method, address);
      if (query === "ignored") {
        expect({ address, status: response.status }).toEqual({ address, status: 200 });
      } else {
        expect({ method, address, status: response.status, body: response.body }).toEqual({
          method,
          address,
          status: 400,
          body: errorBody("INVALID_REQUEST", expect.stringContaining('"no_such_parameter"')),
        });
      }
    }
  });

  it("is ignored only on routes that probes and other services poll", () => {
    const ignoring = OPERATION_LIST.filter(({ query }) => query === "ignored").map(({ path }) => path);
    expect(ignoring.sort()).toEqual(["/.well-known/jwks.json", "/healthz", "/readyz"]);
  });

  it("is refused with the list of parameters if one is mistyped", async () => {
    const mistyped = await call("get", "/api/manage/users?limt=3");
    expect(mistyped.body).toEqual(
      errorBody(
        "INVALID_REQUEST",
        'the query has an unknown parameter "limt"; this address takes limit, cursor, query, without_department_code.',
      ),
    );
    const none = await call("get", "/api/manage/departments?limit=3");
    expect(none.body).toEqual(
      errorBody("INVALID_REQUEST", 'the query has an unknown parameter "limit"; this address takes none.'),
    );
  });

  it("is 400 if it is not percent-encoded UTF-8, or has a parameter twice", async () => {
    for (const [query, what] of [
      ["query=%ff", "percent-encoded UTF-8"],
      ["query=%E9%AB", "percent-encoded UTF-8"],
      ["query=%8D%82%8B%B4", "percent-encoded UTF-8"],
      ["query=%ED%A0%80", "percent-encoded UTF-8"],
      ["query=%", "percent-encoded UTF-8"],
      ["query=%zz", "percent-encoded UTF-8"],
      ["%ff=1", "percent-encoded UTF-8"],
      ["limit=1&limit=2", '"limit"'],
      ["limit=1&limit=1", '"limit"'],
      ["limit=1&%6Cimit=1", '"limit"'],
      ["__proto__=1", '"__proto__"'],
      ["constructor=1", '"constructor"'],
      ["limit[]=1", '"limit[]"'],
      [`${"x".repeat(200)}=1`, `"${"x".repeat(64)}"`],
    ] as const) {
      const response = await call("get", `/api/manage/users?${query}`);
      expect({ query, status: response.status, body: response.body }).toEqual({
        query,
        status: 400,
        body: errorBody("INVALID_REQUEST", expect.stringContaining(what)),
      });
    }
  });

  it("is parsed as forms send it: plus for a space, empty parts, parameters without a value", async () => {
    await t.signedIn("q-1");
    for (const query of ["query=Name+of+q-1", "query=Name%20of%20q-1&", "&&query=Name+of+q%2D1", "query=Name of q-1"]) {
      const { status, body } = await call("get", `/api/manage/users?${query.replaceAll(" ", "%20")}`);
      expect({ query, status, users: body.items?.map((user: { user_id: string }) => user.user_id) }).toEqual({
        query,
        status: 200,
        users: ["q-1"],
      });
    }
    expect((await call("get", "/api/manage/users?")).status).toBe(200);
    expect((await call("get", "/api/manage/users?query")).status).toBe(200);
  });

  it("is not checked if the path is not percent-encoded UTF-8: the path is 400", async () => {
    for (const path of ["/api/manage/jobs/%ff", "/api/manage/jobs/%8D%82", "/api/manage/documents/%E9%AB/chunks"]) {
      const response = await call("get", path);
      expect({ path, status: response.status, body: response.body }).toEqual({
        path,
        status: 400,
        body: errorBody("INVALID_REQUEST", expect.stringContaining("percent-encoded UTF-8")),
      });
    }
  });

  it("is checked after the token: a caller without one learns no parameter", async () => {
    expect((await t.http().get("/api/manage/users?limt=3")).status).toBe(401);
  });
});

describe("JSON with a name twice in one object", () => {
  const t = useTestService();
  const RULE = '{"allow_all":false,"allow_all":true}';
  const twice = (name: string) => errorBody("INVALID_REQUEST", `an object has "${name}" more than once; send it once.`);

  it("is refused in rules, imports and uploads, and changes nothing", async () => {
    const json = { "Content-Type": "application/json" };
    const any = { ...json, "If-Match": "*" };
    const markdown = { "Content-Type": "text/markdown" };
    const document = "/api/manage/documents/twice";
    const chunks = '"chunks":[{"text_type":"paragraph","content":"1"}]';
    await callAs(t, t.admin, "put", `${document}?wait=true`, `{${chunks}}`, json).expect(200);
    const calls: readonly [string, ...Call][] = [
      ["allow_all", "put", `${document}/access-rules`, RULE, any],
      ["allow_all", "put", `${document}?access_rules=${encodeURIComponent(RULE)}`, "x", markdown],
      ["access_rules", "put", document, `{"access_rules":{"allow_all":false},"access_rules":null,${chunks}}`, json],
      ["role", "post", "/api/manage/users/bulk", '{"users":[{"user_id":"1","role":"user","role":"admin"}]}', json],
      ["meant", "put", "/api/manage/vocabulary", '{"entries":[{"said":"a","meant":["b"],"meant":["c"]}]}', any],
      ["query", "post", "/api/search", '{"query":"a","query":"b"}', json],
    ];
    for (const [name, ...call] of calls) {
      const { status, body } = await callAs(t, t.admin, ...call);
      expect({ call, status, body }).toEqual({ call, status: 400, body: twice(name) });
    }
    expect(await t.service.deps.users.find("1")).toBeNull();
    expect(await t.service.deps.documents.find("twice")).toMatchObject({ access_rules: { allow_all: true } });
  });
});
