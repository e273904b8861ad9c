import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { errorBody, startTestService, type TestService } from "../harness.js";

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

describe("the page at /api/docs", () => {
  let t: TestService;
  beforeAll(async () => {
    t = await startTestService();
  });
  afterAll(() => t.close());

  it("is a page with its own policy, with no script and no style in its markup", async () => {
    const { headers, text } = await t.http().get("/api/docs").expect(200);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(headers["content-security-policy"]?.split(";")).toEqual(POLICY);
    expect(text).not.toMatch(/<style|style=|<script(?![^>]* src=)|\son\w+=/);
  });

  it("loads its files from this service, and each exists", async () => {
    const { text } = await t.http().get("/api/docs");
    const addresses = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address as string);
    const files = addresses.filter((address) => address !== "data:,");
    expect(files.sort()).toEqual(["/api/docs/start.js", "/api/docs/swagger-ui-bundle.js", "/api/docs/swagger-ui.css"]);
    for (const file of files) {
      const { headers } = await t.http().get(file).set("Accept-Encoding", "gzip").expect(200);
      expect(headers).toMatchObject({
        "content-encoding": "gzip",
        "cache-control": "no-cache",
        vary: "Accept-Encoding",
      });
      await t
        .http()
        .get(file)
        .set("If-None-Match", headers.etag as string)
        .set("Accept-Encoding", "gzip")
        .expect(304);
    }
  });

  it("shows this service's document and calls no other host", async () => {
    const { text } = await t.http().get("/api/docs/start.js").expect(200);
    expect(text).toContain('url: "/api/openapi.json"');
    expect(text).toContain("validatorUrl: null");
    expect(text).not.toContain("http");
  });

  it("answers only reads, and no other file of the library", async () => {
    const posted = await t.http().post("/api/docs").expect(405);
    expect(posted.headers.allow).toBe("GET, HEAD, OPTIONS");
    expect(posted.body).toEqual(errorBody("METHOD_NOT_ALLOWED"));
    await t.http().head("/api/docs/swagger-ui.css").expect(200);
    for (const path of ["/api/docs/", "/api/docs/package.json", "/api/docs/..%2Fpackage.json", "/api/docsx"]) {
      const { status, body } = await t.http().get(path);
      expect({ path, status, body }).toEqual({ path, status: 404, body: errorBody("NOT_FOUND") });
    }
  });
});
