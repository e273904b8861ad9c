import { beforeAll, describe, expect, it } from "@jest/globals";
import { OPERATION_LIST } from "@retrieval/api";
import { openApiDocument } from "@retrieval/http";
import type { TestService } from "../harness.js";
import { DocumentedAnswers } from "./openapi-answers.js";

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
    readonly content: Readonly<Record<string, { readonly example?: unknown }>>;
  };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly example?: unknown }>> }>
  >;
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

/** The harness compares every answer of a service with the document when the service is closed. */
export function openApiTests(t: TestService & { readonly admin: string }): void {
  describe("the OpenAPI document", () => {
    let paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    let documented: DocumentedAnswers;
    beforeAll(async () => {
      const { body } = await t.http().get("/api/openapi.json");
      paths = body.paths;
      documented = new DocumentedAnswers(body);
    });

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
        const sent = Object.values(requestBody?.content ?? {}).filter(({ example }) => example !== undefined);
        if (requestBody) expect({ operationId, calls: sent.length }).not.toEqual({ operationId, calls: 0 });
      }
    });

    it("omits other methods, which are answered with 405 and Allow", async () => {
      for (const template of Object.keys(paths)) {
        const [first] = Object.values(paths[template] ?? {});
        const path = fill(template, first as Operation);
        for (const method of METHODS) {
          if (documented.operationAt(method, path)) continue;
          const { status, headers, body } = await t.http()[method](path).set("Authorization", `Bearer ${t.admin}`);
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
  });
}
