import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { OPERATION_LIST } from "@retrieval/api";
import { createHardenedDatabase, type HardenedDatabase } from "../hardened-database.js";
import { signedRequest, startTestService, type TestService } from "../harness.js";

/** One valid call of each route, ordered so that each finds what it needs. */
const CALLS: readonly {
  route: string;
  path?: string;
  body?: object | string;
  type?: string;
  headers?: Record<string, string>;
  status: number;
}[] = [
  { route: "get /healthz", status: 200 },
  { route: "get /readyz", status: 200 },
  { route: "get /metrics", status: 200 },
  { route: "get /.well-known/jwks.json", status: 200 },
  { route: "get /api/config", status: 200 },
  { route: "get /api/openapi.json", status: 200 },
  { route: "post /api/auth/sso-token", body: signedRequest("000001", 1_768_435_200), status: 200 },
  { route: "get /api/session", path: "/api/session?principals=true", status: 200 },
  { route: "get /api/tokens", status: 200 },
  { route: "post /api/tokens", body: { name: "a script", audience: "api", days: 90 }, status: 201 },
  { route: "delete /api/tokens/:token_id", path: "/api/tokens/{token_id}", status: 204 },
  { route: "put /api/manage/departments", body: { departments: [{ code: "D1", name: "総務部" }] }, status: 200 },
  { route: "get /api/manage/departments", status: 200 },
  {
    route: "post /api/manage/users/bulk",
    body: { users: [{ user_id: "1", display_name: "A", department: "総務部", password: "hidden" }, {}] },
    status: 207,
  },
  {
    route: "put /api/manage/users/:user_id",
    path: "/api/manage/users/2",
    body: { display_name: "B", permission_groups: ["g"] },
    status: 201,
  },
  { route: "get /api/manage/users/:user_id", path: "/api/manage/users/2", status: 200 },
  { route: "get /api/manage/users/:user_id/tokens", path: "/api/manage/users/000001/tokens", status: 200 },
  { route: "post /api/tokens", body: { name: "another script", audience: "api", days: 1 }, status: 201 },
  {
    route: "delete /api/manage/users/:user_id/tokens/:token_id",
    path: "/api/manage/users/000001/tokens/{token_id}",
    status: 204,
  },
  { route: "delete /api/manage/tokens", status: 200 },
  {
    route: "post /api/manage/users/:user_id/preview",
    path: "/api/manage/users/2/preview",
    body: { add_groups: ["h"] },
    status: 200,
  },
  {
    route: "patch /api/manage/users/:user_id",
    path: "/api/manage/users/2",
    body: { add_groups: ["h"], remove_groups: ["g"], department_code: null },
    status: 200,
  },
  {
    route: "post /api/manage/users/:user_id/sign-out",
    path: "/api/manage/users/2/sign-out",
    status: 204,
  },
  { route: "get /api/manage/users", path: "/api/manage/users?query=a", status: 200 },
  { route: "get /api/manage/groups", status: 200 },
  { route: "get /api/manage/reach", status: 200 },
  {
    route: "post /api/manage/imports",
    path: "/api/manage/imports?update=true&dry_run=true",
    type: "text/csv",
    body: "社員番号,氏名\r\n3,山田\r\n",
    status: 200,
  },
  {
    route: "put /api/manage/documents/:document_id",
    path: "/api/manage/documents/d?wait=true",
    body: { title: "D", chunks: [{ text_type: "paragraph", content: "text" }] },
    status: 200,
  },
  { route: "get /api/manage/jobs/:job_id", path: "/api/manage/jobs/{job_id}", status: 200 },
  { route: "get /api/manage/jobs", status: 200 },
  { route: "delete /api/manage/jobs/:job_id", path: "/api/manage/jobs/{waiting_job_id}", status: 204 },
  { route: "get /api/manage/documents", status: 200 },
  { route: "get /api/manage/drafts", status: 200 },
  { route: "post /api/manage/documents/plan", body: { documents: [{ document_id: "d" }] }, status: 200 },
  { route: "get /api/manage/documents/:document_id/chunks", path: "/api/manage/documents/d/chunks", status: 200 },
  {
    route: "get /api/manage/documents/:document_id/access-rules",
    path: "/api/manage/documents/d/access-rules",
    status: 200,
  },
  {
    route: "put /api/manage/documents/:document_id/access-rules",
    path: "/api/manage/documents/d/access-rules",
    headers: { "If-Match": "*" },
    body: { allow_all: false, allowed_users: ["2"] },
    status: 200,
  },
  {
    route: "post /api/manage/documents/:document_id/access-rules/preview",
    path: "/api/manage/documents/d/access-rules/preview",
    body: { allow_all: true },
    status: 200,
  },
  { route: "get /api/manage/usage", path: "/api/manage/usage", status: 200 },
  {
    route: "post /api/manage/access-rules/preview",
    path: "/api/manage/access-rules/preview",
    body: { document_ids: ["d"], change: { allow_all: true } },
    status: 200,
  },
  {
    route: "post /api/manage/access-rules",
    path: "/api/manage/access-rules",
    body: { documents: [{ document_id: "d", rules_version: 0 }], change: { allow_all: true } },
    status: 207,
  },
  {
    route: "get /api/manage/documents/:document_id/access-rules/history",
    path: "/api/manage/documents/d/access-rules/history",
    status: 200,
  },
  {
    route: "post /api/manage/documents/:document_id/access-rules/restore",
    path: "/api/manage/documents/d/access-rules/restore",
    body: { version: 1 },
    status: 200,
  },
  {
    route: "get /api/manage/documents/:document_id/access",
    path: "/api/manage/documents/d/access?user_id=2",
    status: 200,
  },
  { route: "get /api/manage/audit", path: "/api/manage/audit?user_id=000001", status: 200 },
  {
    route: "get /api/manage/audit/who-could-read",
    path: "/api/manage/audit/who-could-read?document_id=d&at=2999-12-31",
    status: 200,
  },
  {
    route: "get /api/manage/audit/could-read",
    path: "/api/manage/audit/could-read?user_id=2&at=2999-12-31",
    status: 200,
  },
  { route: "get /api/manage/models", status: 200 },
  { route: "get /api/manage/embeddings", status: 200 },
  { route: "get /api/documents", path: "/api/documents?query=d", status: 200 },
  { route: "get /api/documents/:document_id/outline", path: "/api/documents/d/outline", status: 200 },
  { route: "get /api/documents/:document_id/chunks", path: "/api/documents/d/chunks?around=d", status: 200 },
  { route: "post /api/search", body: { query: "text", filters: { text_types: ["paragraph"] } }, status: 200 },
  { route: "get /api/suggest", path: "/api/suggest?query=D", status: 200 },
  { route: "post /api/answer", body: { question: "text" }, status: 200 },
  {
    route: "post /api/answer/feedback",
    body: { answer_id: "{answer_id}", good: false, reason: "wrong" },
    status: 204,
  },
  { route: "get /api/manage/vocabulary", path: "/api/manage/vocabulary?format=csv", status: 200 },
  {
    route: "put /api/manage/vocabulary",
    headers: { "If-Match": "*" },
    body: { entries: [{ said: "x", meant: ["y"] }] },
    status: 200,
  },
  { route: "post /api/manage/vocabulary/starters", status: 200 },
  {
    route: "put /api/manage/vocabulary/:said",
    path: "/api/manage/vocabulary/%E8%BB%8A",
    headers: { "If-None-Match": "*" },
    body: { meant: ["自動車"] },
    status: 200,
  },
  { route: "get /api/manage/vocabulary/:said", path: "/api/manage/vocabulary/%E8%BB%8A", status: 200 },
  {
    route: "delete /api/manage/vocabulary/:said",
    path: "/api/manage/vocabulary/%E8%BB%8A",
    headers: { "If-Match": "*" },
    status: 204,
  },
  { route: "post /api/reference", body: { docId: "d", chunkId: "d::paragraph-1" }, status: 200 },
  {
    route: "put /api/manage/documents/:document_id",
    path: "/api/manage/documents/d?wait=true",
    body: { publish: false, chunks: [{ text_type: "paragraph", content: "other text" }] },
    status: 200,
  },
  { route: "post /api/manage/documents/:document_id/publish", path: "/api/manage/documents/d/publish", status: 200 },
  {
    route: "put /api/manage/documents/:document_id",
    path: "/api/manage/documents/d?wait=true",
    type: "text/markdown",
    body: "# D\n\nfile text\n",
    status: 200,
  },
  { route: "get /api/documents/:document_id/original", path: "/api/documents/d/original", status: 200 },
  { route: "get /api/manage/documents/:document_id/versions", path: "/api/manage/documents/d/versions", status: 200 },
  {
    route: "get /api/manage/documents/:document_id/versions/:number/chunks",
    path: "/api/manage/documents/d/versions/1/chunks",
    status: 200,
  },
  {
    route: "get /api/manage/documents/:document_id/versions/:number/changes",
    path: "/api/manage/documents/d/versions/1/changes",
    status: 200,
  },
  {
    route: "post /api/manage/documents/:document_id/versions/:number/restore",
    path: "/api/manage/documents/d/versions/1/restore",
    status: 200,
  },
  { route: "delete /api/manage/documents/:document_id", path: "/api/manage/documents/d", status: 204 },
  // The last one: it ends the session of the others.
  { route: "delete /api/session", status: 204 },
];

/** The session's own user (SPEC 4.1). */
const SHOW_DEPARTMENTS = ["get /api/session", "post /api/auth/sso-token"];

describe.each(["owns the tables", "is hardened"])(
  "the answers of every route, where the service's database role %s",
  (kind) => {
    let t: TestService;
    let admin: string;
    let hardened: HardenedDatabase | undefined;
    beforeAll(async () => {
      if (kind === "is hardened") hardened = await createHardenedDatabase();
      t = await startTestService({ env: hardened ? { DATABASE_URL: hardened.serviceUrl } : {} });
      admin = await t.signedIn("000001", { role: "admin" });
    });
    afterAll(async () => {
      await t.close();
      await hardened?.drop();
    });

    it("are checked for every route", () => {
      const known = OPERATION_LIST.map(({ method, path }) => `${method} ${path}`);
      expect([...new Set(CALLS.map(({ route }) => route))].sort()).toEqual(known.sort());
    });

    it("are good for valid calls, and have no file path and no password", async () => {
      const { rows } = await t.database.pool.query<{ waiting_job_id: string }>(
        `INSERT INTO jobs (document_id, state, options, payload, free_from)
         VALUES ('waits', 'queued', '{}', '', now() + interval '200 seconds') RETURNING job_id AS waiting_job_id`,
      );
      const ids: Record<string, string> = { ...rows[0] };
      const filled = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name);
      const filledBody = (body: object | string) =>
        typeof body === "string" ? body : "answer_id" in body ? { ...body, answer_id: ids.answer_id } : body;
      for (const { route, path = route.split(" ")[1] as string, body, type, headers = {}, status } of CALLS) {
        const method = route.split(" ")[0] as "get" | "post" | "put" | "delete";
        const request = t.http()[method](filled(path)).set("Authorization", `Bearer ${admin}`);
        for (const [name, value] of Object.entries(headers)) request.set(name, value);
        if (type) request.set("Content-Type", type);
        const response = await (body === undefined ? request : request.send(filledBody(body)));
        expect({ route, status: response.status }).toEqual({ route, status });
        // The OpenAPI document has the names of request fields, but no user's data.
        if (route === "get /api/openapi.json") continue;
        for (const name of ["job_id", "token_id", "answer_id"])
          if (response.body[name]) ids[name] = response.body[name];
        const fields = fieldsOf(response.body);
        for (const hidden of ["source_path", "filesystem_path", "password", "password_hash", "payload", "options"])
          expect(fields).not.toContain(hidden);
        if (!SHOW_DEPARTMENTS.includes(route)) {
          for (const hidden of ["department", "department_code", "permission_groups"])
            expect(fields).not.toContain(hidden);
        }
      }
    });
  },
);

function fieldsOf(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => [name, ...fieldsOf(part)]);
}
