import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { OPERATION_LIST } from "@retrieval/api";
import { isRefusal } from "@retrieval/core/errors";
import { createAccessToken } from "@retrieval/core/use-cases";
import type { User } from "@retrieval/core/users";
import { openApiDocument } from "@retrieval/http";
import { startTestService, type TestService } from "../harness.js";
import { DocumentedAnswers } from "./openapi-answers.js";

interface Example {
  readonly value: unknown;
}
interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly example?: unknown;
}
interface Operation {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly examples?: Readonly<Record<string, Example>> }>>;
  };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly example?: unknown }>> }>
  >;
}

/** One call of an operation's example; an operation has one for each example of its body. */
interface Call {
  readonly method: string;
  readonly template: string;
  readonly operation: Operation;
  readonly type?: string;
  readonly body?: unknown;
}

/** A streamed answer. */
const streamed = (path: string, type: string, text: string) => ({
  method: "GET",
  path,
  status: 200,
  text,
  headers: { "x-request-id": "1", "content-type": type },
});
const csv = (text: string) => streamed("/api/manage/audit", "text/csv; charset=utf-8; header=present", text);
const AUDIT_HEADER = "\uFEFFat,kind,by_user,user_id,document_id,details,sentence\r\n";
const AUDIT_LINE = "2026-01-15T00:00:00.000Z,sign-in,000001,000001,,{},000001 signed in";

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

/** Ordered so that each example finds what it needs; a name may occur twice if a state is needed again. */
const ORDER: readonly { readonly id: string; readonly status: number; readonly type?: string }[] = [
  { id: "readHealth", status: 200 },
  { id: "readReadiness", status: 200 },
  { id: "readMetrics", status: 200 },
  { id: "readPublicKeys", status: 200 },
  { id: "readApiDocument", status: 200 },
  { id: "readConfiguration", status: 200 },
  { id: "replaceDepartments", status: 200 },
  { id: "listDepartments", status: 200 },
  { id: "synchroniseUser", status: 201 },
  { id: "readUser", status: 200 },
  { id: "previewUserChange", status: 200 },
  { id: "readReach", status: 200 },
  { id: "changeUser", status: 200 },
  { id: "importUsers", status: 200 },
  { id: "issueSessionToken", status: 200 },
  { id: "readSession", status: 200 },
  { id: "createToken", status: 201 },
  { id: "listOwnTokens", status: 200 },
  { id: "revokeOwnToken", status: 204 },
  { id: "listTokensOfUser", status: 200 },
  { id: "revokeTokenOfUser", status: 204 },
  { id: "revokeAllTokens", status: 200 },
  { id: "signOutUser", status: 204 },
  { id: "listUsers", status: 200 },
  { id: "listGroups", status: 200 },
  { id: "importUserFile", status: 200 },
  { id: "uploadDocument", status: 200, type: "text/markdown" },
  { id: "uploadDocument", status: 200, type: "text/html" },
  { id: "readOriginal", status: 200 },
  { id: "uploadDocument", status: 200, type: "application/json" },
  { id: "readJob", status: 200 },
  { id: "listJobs", status: 200 },
  { id: "cancelJob", status: 204 },
  { id: "listDocuments", status: 200 },
  { id: "listDrafts", status: 200 },
  { id: "listChunks", status: 200 },
  { id: "listVersions", status: 200 },
  { id: "listVersionChunks", status: 200 },
  { id: "compareVersion", status: 200 },
  { id: "planUploads", status: 200 },
  { id: "listModels", status: 200 },
  { id: "readEmbeddingProgress", status: 200 },
  { id: "readReference", status: 200 },
  { id: "searchChunks", status: 200 },
  { id: "suggest", status: 200 },
  { id: "answerQuestion", status: 200 },
  { id: "judgeAnswer", status: 204 },
  { id: "readVocabulary", status: 200 },
  { id: "replaceVocabulary", status: 200, type: "application/json" },
  { id: "replaceVocabulary", status: 200, type: "text/csv" },
  { id: "addStarterEntries", status: 200 },
  { id: "putVocabularyEntry", status: 200 },
  { id: "readVocabularyEntry", status: 200 },
  { id: "deleteVocabularyEntry", status: 204 },
  { id: "listReadableDocuments", status: 200 },
  { id: "readOutline", status: 200 },
  { id: "readDocument", status: 200 },
  { id: "readAccessRules", status: 200 },
  { id: "previewRuleEdit", status: 200 },
  { id: "changeManyAccessRules", status: 207 },
  { id: "changeAccessRules", status: 200 },
  { id: "previewAccessRules", status: 200 },
  { id: "listAccessRuleVersions", status: 200 },
  { id: "restoreAccessRules", status: 200 },
  { id: "explainAccess", status: 200 },
  { id: "listAuditEntries", status: 200 },
  { id: "whoCouldRead", status: 200 },
  { id: "couldRead", status: 200 },
  { id: "readUsage", status: 200 },
  { id: "publishDraft", status: 200 },
  { id: "restoreVersion", status: 200 },
  { id: "deleteDocument", status: 204 },
  { id: "endSession", status: 204 },
];

describe("the OpenAPI document", () => {
  let t: TestService;
  let admin: string;
  let paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  let documented: DocumentedAnswers;
  beforeAll(async () => {
    t = await startTestService();
    admin = await t.signedIn("000001", { role: "admin" });
    const { body } = await t.http().get("/api/openapi.json");
    paths = body.paths;
    documented = new DocumentedAnswers(body);
  });
  afterAll(() => t.close());

  const operations = () =>
    Object.entries(paths).flatMap(([template, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ template, method, operation })),
    );
  const fill = (template: string, operation: Operation, ids: Readonly<Record<string, string>> = {}) =>
    template.replace(/\{(\w+)\}/g, (_, name: string) => {
      const parameter = operation.parameters?.find((one) => one.in === "path" && one.name === name);
      return ids[name] ?? String(parameter?.example);
    });

  it("is public, and is sent again only if it has changed", async () => {
    const first = await t.http().get("/api/openapi.json").expect(200);
    expect(first.headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-cache",
      etag: expect.stringMatching(/^"[\w-]{43}"$/),
    });
    expect(first.body).toEqual(JSON.parse(JSON.stringify(openApiDocument(t.service.deps))));
    expect(first.body.info.version).toBe(t.service.deps.version);
    await t
      .http()
      .get("/api/openapi.json")
      .set("If-None-Match", first.headers.etag as string)
      .expect(304);
  });

  it("has exactly the service's routes, each with a unique name", () => {
    const known = OPERATION_LIST.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
    expect(
      operations()
        .map(({ method, template }) => `${method} ${template}`)
        .sort(),
    ).toEqual(known.sort());
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("has an example of every body of a request and of a good answer", () => {
    for (const { operation } of operations()) {
      const { operationId, responses, requestBody } = operation;
      for (const [status, { content = {} }] of Object.entries(responses)) {
        for (const [type, { example }] of Object.entries(status < "300" ? content : {}))
          expect({ operationId, status, type, example }).toMatchObject({ example: expect.anything() });
      }
      if (requestBody)
        expect({ operationId, calls: bodiesOf(operation).length }).not.toEqual({ operationId, calls: 0 });
    }
  });

  it("omits other methods, which are answered with 405 and Allow", async () => {
    for (const template of Object.keys(paths)) {
      const [first] = Object.values(paths[template] ?? {});
      const path = fill(template, first as Operation);
      for (const method of METHODS) {
        if (documented.operationAt(method, path)) continue;
        const { status, headers, body } = await t.http()[method](path).set("Authorization", `Bearer ${admin}`);
        expect({ method, path, status, code: body.error?.code }).toEqual({
          method,
          path,
          status: 405,
          code: "METHOD_NOT_ALLOWED",
        });
        expect(headers.allow).toContain("OPTIONS");
      }
    }
  });

  it("says which operations need a session, and these refuse callers without one", async () => {
    for (const { method, template, operation } of operations()) {
      const path = fill(template, operation);
      const { status, headers } = await t.http()[method as "get"](path);
      const { operationId, security, responses } = operation;
      expect({ operationId, refused: status === 401 && headers["www-authenticate"] === "Bearer" }).toEqual({
        operationId,
        refused: security.length > 0,
      });
      expect({ operationId, documented: "401" in responses || security.length === 0 }).toEqual({
        operationId,
        documented: true,
      });
    }
  });

  it("has examples that all work, each called in an order that names it", async () => {
    const calls: Call[] = operations().flatMap(({ method, template, operation }) => {
      const bodies = bodiesOf(operation);
      const call = { method, template, operation };
      return bodies.length === 0 ? [call] : bodies.map((body) => ({ ...call, ...body }));
    });
    const named = (id: string, type: string | undefined) =>
      calls.filter((call) => call.operation.operationId === id && (type === undefined || call.type === type));
    expect(new Set(ORDER.flatMap(({ id, type }) => named(id, type)))).toEqual(new Set(calls));

    const ids: Record<string, string> = {};
    for (const { id, status, type } of ORDER) {
      if (id === "publishDraft") await saveDraft();
      if (id === "cancelJob") ids.job_id = await waitingJob();
      if (id === "revokeTokenOfUser") ids.token_id = await aTokenOf("900001");
      for (const call of named(id, type)) {
        const response = await send(call, ids);
        expect({ id, status: response.status, text: response.status === status ? "" : response.text }).toEqual({
          id,
          status,
          text: "",
        });
        for (const name of ["job_id", "token_id", "answer_id"])
          if (response.body[name]) ids[name] = response.body[name];
      }
    }
  });

  it("describes every answer above, good and bad", () => {
    expect(t.answers.length).toBeGreaterThan(100);
    expect(t.answers.map((answer) => documented.problemWith(answer)).filter((problem) => problem !== null)).toEqual([]);
  });

  it.each([
    ["a status", { method: "GET", path: "/healthz", status: 418, text: "{}" }],
    ["a field", { method: "GET", path: "/healthz", status: 200, text: '{"status":"ok","more":1}' }],
    [
      "a code",
      { method: "GET", path: "/api/config", status: 400, text: '{"error":{"code":"FORBIDDEN","message":""}}' },
    ],
    ["a method", { method: "PATCH", path: "/api/search", status: 200, text: "" }],
    ["a header missing", { method: "GET", path: "/healthz", status: 200, text: "", headers: {} }],
    [
      "a header",
      {
        method: "GET",
        path: "/healthz",
        status: 200,
        text: "",
        headers: { "x-request-id": "not one, for its spaces" },
      },
    ],
    [
      "a header of other answers",
      {
        method: "GET",
        path: "/healthz",
        status: 200,
        text: "",
        headers: { "x-request-id": "1", "content-language": "en" },
      },
    ],
    [
      "a media type",
      {
        method: "GET",
        path: "/healthz",
        status: 200,
        text: "<p>ok",
        headers: { "x-request-id": "1", "content-type": "text/html" },
      },
    ],
    ["a CSV without a header", csv(`\uFEFF${AUDIT_LINE}\r\n`)],
    ["a field in a line of CSV", csv(`${AUDIT_HEADER}${AUDIT_LINE},more\r\n`)],
    ["a line of CSV that breaks off", csv(AUDIT_HEADER + AUDIT_LINE)],
    ["a body", { method: "DELETE", path: "/api/manage/documents/d", status: 204, text: "{}" }],
  ])("does not hold for an answer with %s that it does not name", (_, answer) => {
    expect(documented.problemWith(answer)).not.toBeNull();
  });

  it("accepts a CSV with as many fields in each line as in its header", () => {
    expect(documented.problemWith(csv(`${AUDIT_HEADER}${AUDIT_LINE}\r\n${AUDIT_LINE}\r\n`))).toBeNull();
  });

  /** A job that no worker takes yet. */
  const waitingJob = async (): Promise<string> => {
    const { rows } = await t.database.pool.query<{ job_id: string }>(
      `INSERT INTO jobs (document_id, state, options, payload, free_from)
       VALUES ('waits', 'queued', '{}', '', now() + interval '200 seconds') RETURNING job_id`,
    );
    return rows[0]?.job_id ?? "";
  };

  const aTokenOf = async (user_id: string): Promise<string> => {
    const user = (await t.service.deps.users.find(user_id)) as User;
    const asked = { name: "a script", audience: "api", days: 1 } as const;
    const by = { user, signed_in_at: t.clock.seconds, address: "127.0.0.1" };
    const created = await createAccessToken(asked, by, t.service.deps);
    if (isRefusal(created)) throw new Error(JSON.stringify(created));
    return created.token.token_id;
  };

  const saveDraft = () =>
    t
      .http()
      .put("/api/manage/documents/work-rules?wait=true")
      .set("Authorization", `Bearer ${admin}`)
      .send({ publish: false, chunks: [{ text_type: "paragraph", content: "Another text." }] })
      .expect(200);

  const send = ({ method, template, operation, type, body }: Call, ids: Readonly<Record<string, string>>) => {
    const given = (operation.parameters ?? []).filter(({ example }) => example !== undefined);
    const query = given.filter((one) => one.in === "query").map(({ name, example }) => [name, String(example)]);
    const headers = given.filter((one) => one.in === "header").map(({ name, example }) => [name, String(example)]);
    const request = t
      .http()
      [method as "get"](fill(template, operation, ids))
      .query(Object.fromEntries(query))
      .set(Object.fromEntries(headers));
    if (operation.security.length > 0) request.set("Authorization", `Bearer ${admin}`);
    if (type === undefined) return request;
    // An answer's id is good for the user whom it was given to only.
    const isJudgement = operation.operationId === "judgeAnswer";
    const sent = isJudgement ? { ...(body as object), answer_id: ids.answer_id } : (body as string);
    return request.set("Content-Type", type).send(sent);
  };
});

function bodiesOf({ requestBody }: Operation) {
  return Object.entries(requestBody?.content ?? {}).flatMap(([type, { examples = {} }]) =>
    Object.values(examples).map(({ value }) => ({ type, body: value })),
  );
}
