import { beforeAll, describe, expect, it } from "@jest/globals";
import { callAs, errorBody, useTestService } from "../harness.js";

const ORIGIN = "https://documents.example.com";
const alice = { type: "user", id: "alice" };
const bob = { type: "user", id: "bob" };
const read = { name: "read" };
const write = { name: "write" };
/** The scenario's `record` is a `document` here. */
const record1 = { type: "document", id: "record-1" };
const record2 = { type: "document", id: "record-2" };
const context = { time: "2025-06-27T18:03-07:00", ip: "192.168.1.1" };
const question = (more: object = {}) => ({ subject: alice, action: read, resource: record1, ...more });
const without = (name: string) => Object.fromEntries(Object.entries(question()).filter(([field]) => field !== name));

describe("access decisions", () => {
  const t = useTestService({ env: { PUBLIC_URL: ORIGIN } });
  let token: string;
  const ask = (path: string, body: object | string, headers: object = {}) =>
    callAs(t, token, "post", `/access/v1/${path}`, body, { "Content-Type": "application/json", ...headers });
  const decided = async (body: object) => (await ask("evaluation", body).expect(200)).body;
  const decisions = async (body: object) =>
    (await ask("evaluations", body).expect(200)).body.evaluations.map(
      ({ decision }: { decision: boolean }) => decision,
    );
  const found = async (of: "subject" | "resource", body: object) =>
    (await ask(`search/${of}`, body).expect(200)).body.results;
  const create = (by: string, more: object = {}) =>
    callAs(t, by, "post", "/api/tokens", { name: "a portal", audience: "authzen", days: 30, ...more });
  const upload = (document_id: string, access_rules: object, more: object = {}) =>
    callAs(t, t.admin, "put", `/api/manage/documents/${document_id}?wait=true`, {
      ...{ title: document_id, access_rules, chunks: [{ text_type: "paragraph", content: document_id }], ...more },
    }).expect(200);

  beforeAll(async () => {
    await t.signedIn("alice", { department_code: "D1", permission_groups: ["hr"] });
    await t.signedIn("bob");
    await t.signedIn("developer", { role: "developer" });
    await t.signedIn("leaver");
    await callAs(t, t.admin, "put", "/api/manage/users/leaver", { display_name: "L", is_active: false }).expect(200);
    const closed = { allow_all: false };
    await upload("record-1", { ...closed, allowed_users: ["alice", "bob", "leaver"], allowed_groups: ["hr"] });
    await upload("record-2", { ...closed, allowed_users: ["bob"] });
    await upload("open", { allow_all: true });
    await upload("to-come", { allow_all: true }, { effective_from: "2099-01-01" });
    token = (await create(t.admin).expect(201)).body.token;
  });

  // https://github.com/openid/authzen/blob/main/certification/authorization-api-1_0-scenario.md. Its other levels ask for
  // actions beside `read`, for decisions by what the request says of the user, and for a search of actions.
  describe("of the certification scenario, Basic Core", () => {
    it.each([
      ["2.2.1, a permit", question(), true],
      ["2.2.2, a denial", question({ subject: bob, action: write }), false],
      ["2.2.3, a context", question({ context }), true],
      [
        "2.2.8, properties",
        {
          subject: { ...alice, properties: { department: "Sales", role: "manager" } },
          action: { ...read, properties: { method: "GET" } },
          resource: { ...record1, properties: { status: "active", owner: "bob" } },
        },
        true,
      ],
      ["2.2.9, unknown fields", question({ foo: "bar", futureField: { nested: true } }), true],
    ])("decides %s", async (_, body, decision) => {
      const response = await ask("evaluation", body)
        .expect(200)
        .expect("Content-Type", /^application\/json/);
      expect(response.body.decision).toBe(decision);
      expect(response.body.context).toEqual(expect.any(Object));
    });

    it.each([
      ...["subject", "action", "resource"].map((name): [string, object] => [`2.4.1, no ${name}`, without(name)]),
      ["2.4.2, no type of the subject", question({ subject: { id: "alice" } })],
      ["2.4.2, no id of the subject", question({ subject: { type: "user" } })],
      ["2.4.2, no name of the action", question({ action: {} })],
      ["2.4.2, no type of the resource", question({ resource: { id: "record-1" } })],
      ["2.4.2, no id of the resource", question({ resource: { type: "document" } })],
      ["2.4.6, a subject that is a text", question({ subject: "alice" })],
      ["2.4.6, an action that is a number", question({ action: { name: 123 } })],
    ] as [string, object][])("refuses %s", async (_, body) => {
      for (const path of ["evaluation", "evaluations"]) {
        const answer = await ask(path, body);
        expect([answer.status, answer.body]).toEqual([400, errorBody("INVALID_REQUEST")]);
      }
    });

    it.each([
      ["2.4.3, another Content-Type", JSON.stringify(question()), "text/plain"],
      ["2.4.4, what is not JSON", "{", "application/json"],
      ["2.4.5, an empty body", "", "application/json"],
    ])("refuses %s", async (_, text, type) => {
      const answer = await ask("evaluation", text, { "Content-Type": type });
      expect([answer.status, answer.body]).toEqual([400, errorBody("INVALID_REQUEST")]);
    });

    it("2.5, answers with the X-Request-ID of the request, or one of its own", async () => {
      // A UUID, what Kong makes, base64, and what AWS makes.
      for (const id of [
        "bfe9eb29-ab87-4ca3-be83-a1d5d8305716",
        "bfe9eb29-ab87-4ca3-be83-a1d5d8305716#17",
        "v+l/6auHTKO+g6HV2DBXFg==",
        "Root=1-67891233-abcdef012345678912345678;Sampled=1",
      ])
        expect((await ask("evaluation", question(), { "X-Request-ID": id })).headers["x-request-id"]).toBe(id);
      expect((await ask("evaluation", question())).headers["x-request-id"]).toEqual(expect.any(String));
    });

    it("2.6, decides the same again", async () => {
      for (let i = 0; i < 3; i += 1) expect((await decided(question())).decision).toBe(true);
    });
  });

  describe("of the certification scenario, Batch Core", () => {
    it.each([
      [
        "3.2.1",
        { subject: alice, action: read, evaluations: [{ resource: record1 }, { resource: record2 }] },
        [true, false],
      ],
      ["3.2.2", { subject: bob, resource: record1, evaluations: [{ action: read }, { action: write }] }, [true, false]],
      ["3.2.5", { evaluations: [question(), question({ subject: bob, action: write })] }, [true, false]],
      [
        "3.2.6",
        {
          ...{ subject: alice, action: read, context },
          evaluations: [
            { resource: record1 },
            { resource: record2, context: { ...context, source: "batch-override" } },
          ],
        },
        [true, false],
      ],
      [
        "3.4.1",
        {
          ...{ subject: alice, action: read, options: { evaluations_semantic: "execute_all" } },
          evaluations: [{ resource: record1 }, {}],
        },
        [true, false],
      ],
    ])("decides %s", async (_, body, expected) => {
      expect(await decisions(body)).toEqual(expected);
    });

    it.each([
      ["3.4.2", question()],
      ["3.4.3", question({ evaluations: [] })],
    ])("%s: answers one question like evaluation", async (_, body) => {
      expect((await ask("evaluations", body).expect(200)).body).toEqual(await decided(question()));
    });
  });

  describe("of the certification scenario, the searches of subjects and resources", () => {
    const readers = { subject: { type: "user" }, action: read, resource: record1 };
    const readable = { subject: alice, action: read, resource: { type: "document" } };
    const users = ["000001", "alice", "bob", "developer"].map((id) => ({ type: "user", id }));
    const documents = ["open", "record-1"].map((id) => ({ type: "document", id }));

    it("4.2, 4.3: finds the users and the documents, whatever the context and the id of what is searched", async () => {
      for (const more of [{}, { context }, { subject: alice }, { foo: 1 }])
        expect(await found("subject", { ...readers, ...more })).toEqual(users);
      for (const more of [{}, { context }, { resource: record1 }])
        expect(await found("resource", { ...readable, ...more })).toEqual(documents);
    });

    it("4.5: pages", async () => {
      for (const [of, body, all] of [
        ["subject", readers, users],
        ["resource", { ...readable, subject: { type: "user", id: "bob" } }, ["open", "record-1", "record-2"]],
      ] as const) {
        const seen: string[] = [];
        let page: object = { limit: 1 };
        for (;;) {
          const { body: answer } = await ask(`search/${of}`, { ...body, page }).expect(200);
          expect(answer.page.count).toBe(answer.results.length);
          seen.push(...answer.results.map(({ id }: { id: string }) => id));
          if (answer.page.next_token === "") break;
          page = { token: answer.page.next_token, limit: 1 };
        }
        expect(seen).toEqual(all.map((one) => (typeof one === "string" ? one : one.id)));
      }
      const { next_token } = (await ask("search/subject", { ...readers, page: { limit: 1 } })).body.page;
      const rest = await ask("search/subject", { ...readers, page: { token: next_token } }).expect(200);
      expect([rest.body.page, rest.body.results]).toEqual([{ next_token: "", count: 3 }, users.slice(1)]);
      const other = await ask("search/subject", { ...readers, resource: record2, page: { token: next_token } });
      expect([other.status, other.body.error.problems]).toEqual([400, [{ code: "cursor.other_list" }]]);
    });

    it("4.6: finds nothing for what there is not", async () => {
      for (const more of [
        ...[{ subject: { type: "spaceship" } }, { action: write }, { resource: { type: "record", id: "record-1" } }],
        ...["unknown", "to-come", "\0", "\ud800"].map((id) => ({ resource: { type: "document", id } })),
      ])
        expect(await found("subject", { ...readers, ...more })).toEqual([]);
      for (const more of [
        ...["nonexistent-user", "leaver", "\0"].map((id) => ({ subject: { type: "user", id } })),
        { resource: { type: "record" } },
      ])
        expect(await found("resource", { ...readable, ...more })).toEqual([]);
    });

    it("4.7: refuses a request without what it needs", async () => {
      const { action: _, ...noAction } = readers;
      const { subject: __, ...noSubject } = readable;
      const bodies: ["subject" | "resource", object][] = [
        ["subject", noAction],
        ["resource", noSubject],
        ["subject", { ...readers, resource: { type: "document" } }],
        ["resource", { ...readable, subject: { type: "user" } }],
        ["subject", { ...readers, page: { limit: 0 } }],
      ];
      for (const [of, body] of bodies) {
        const answer = await ask(`search/${of}`, body);
        expect([answer.status, answer.body]).toEqual([400, errorBody("INVALID_REQUEST")]);
      }
    });
  });

  it("are described at the well-known address, of the certification scenario, Discovery", async () => {
    const { body } = await t.http().get("/.well-known/authzen-configuration").expect(200);
    expect(body).toEqual({
      policy_decision_point: ORIGIN,
      access_evaluation_endpoint: `${ORIGIN}/access/v1/evaluation`,
      access_evaluations_endpoint: `${ORIGIN}/access/v1/evaluations`,
      search_subject_endpoint: `${ORIGIN}/access/v1/search/subject`,
      search_resource_endpoint: `${ORIGIN}/access/v1/search/resource`,
    });
  });

  it("take a question with long properties", async () => {
    const properties = { claims: "x".repeat(100_000) };
    expect((await decided(question({ subject: { ...alice, properties } }))).decision).toBe(true);
    expect(
      await found("resource", { subject: { ...alice, properties }, action: read, resource: { type: "document" } }),
    ).toHaveLength(2);
  });

  it("have the reasons of the rule", async () => {
    const reasons = [
      { by: "group", value: "hr" },
      { by: "user", value: "alice" },
    ];
    expect(await decided(question())).toEqual({ decision: true, context: { reasons, problems: [] } });
    expect((await decided(question({ subject: { type: "user", id: "developer" } }))).context.reasons).toEqual([
      { by: "role", value: "developer" },
    ]);
  });

  it("deny an unknown user and an unknown document like one that the rule does not allow, byte for byte", async () => {
    const denied = (await ask("evaluation", question({ resource: record2 }))).text;
    expect(JSON.parse(denied)).toEqual({ decision: false, context: { reasons: [], problems: [] } });
    for (const more of [
      ...["unknown", "leaver", "\0", "\ud800", ""].map((id) => ({ subject: { type: "user", id } })),
      ...["unknown", "to-come", "\0", "RECORD-1", ""].map((id) => ({ resource: { type: "document", id } })),
    ])
      expect((await ask("evaluation", question(more))).text).toBe(denied);
  });

  it("say which question the service does not decide", async () => {
    const body = {
      ...question(),
      evaluations: [{ subject: { type: "group", id: "hr" } }, { action: write }, { resource: { id: "x" } }, 1],
    };
    const { evaluations } = (await ask("evaluations", body).expect(200)).body;
    expect(evaluations.map(({ context: { problems } }: { context: { problems: unknown } }) => problems)).toEqual([
      [{ code: "field.not_one_of", field: "subject.type", values: ["user"] }],
      [{ code: "field.not_one_of", field: "action.name", values: ["read"] }],
      [{ code: "field.required", field: "resource.type", at: "evaluations[2]" }],
      [{ code: "body.not_object", at: "evaluations[3]" }],
    ]);
  });

  it("end with the first denial or the first permit, if the semantic says so", async () => {
    const evaluations = [record1, record2, record1].map((resource) => ({ resource }));
    const semantic = (evaluations_semantic: string) =>
      decisions({ subject: alice, action: read, evaluations, options: { evaluations_semantic } });
    expect(await semantic("deny_on_first_deny")).toEqual([true, false]);
    expect(await semantic("permit_on_first_permit")).toEqual([true]);
    expect(await semantic("execute_all")).toEqual([true, false, true]);
    await ask("evaluations", question({ evaluations: Array(201).fill({}) })).expect(400);
    await ask("evaluations", question({ evaluations, options: { evaluations_semantic: "any" } })).expect(400);
  });

  it("follow a change of the user and of the rule at once", async () => {
    const carol = { type: "user", id: "carol" };
    const asked = () =>
      decisions({ subject: carol, action: read, evaluations: [{ resource: record2 }, { resource: record1 }] });
    await t.signedIn("carol");
    expect(await asked()).toEqual([false, false]);
    await t.signedIn("carol", { permission_groups: ["hr"] });
    expect(await asked()).toEqual([false, true]);
    await callAs(t, t.admin, "put", "/api/manage/users/carol", { display_name: "C", is_active: false }).expect(200);
    expect(await asked()).toEqual([false, false]);
  });

  describe("open to tokens of their own kind:", () => {
    const status = async (by: string) => (await callAs(t, by, "post", "/access/v1/evaluation", question())).status;

    it("administrators make them, other users do not", async () => {
      const user = await t.signedIn("bob");
      expect((await create(user)).body.error).toMatchObject({
        code: "FORBIDDEN",
        problems: [{ code: "role.not_admin" }],
      });
      expect((await create(t.admin, { role: "user" })).body).toMatchObject({ audience: "authzen", role: "admin" });
      expect(token).toMatch(/^retrieval_authzen_/);
    });

    it("they open nothing else", async () => {
      for (const path of ["/api/session", "/api/documents", "/api/manage/users", "/api/tokens"])
        expect((await callAs(t, token, "get", path)).body.error.problems).toEqual([
          { code: "access_token.other_audience" },
        ]);
    });

    it("no other credential of a reader opens the decisions, and no token or a session of an administrator do", async () => {
      const user = await t.signedIn("bob");
      const script = (await create(t.admin, { audience: "api", role: "admin" })).body.token;
      expect([await status(user), await status(script), await status("x")]).toEqual([403, 401, 401]);
      expect(await status(t.admin)).toBe(200);
    });

    it("they open nothing while their user is no administrator", async () => {
      const admin = await t.signedIn("dave", { role: "admin" });
      const own = (await create(admin).expect(201)).body.token;
      expect(await status(own)).toBe(200);
      await t.signedIn("dave", { role: "user" });
      expect(await status(own)).toBe(403);
    });
  });
});

describe("the configuration of AuthZEN without PUBLIC_URL", () => {
  const t = useTestService();
  it("is refused with what to set", async () => {
    const { body } = await t.http().get("/.well-known/authzen-configuration").expect(404);
    expect(body.error).toMatchObject({ code: "NOT_FOUND", problems: [{ code: "public_url.unset" }] });
  });
});
