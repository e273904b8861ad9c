import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { request as rawRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { loadPages, type Pages } from "@retrieval/http";
import { errorBody, startTestService, type TestService } from "../harness.js";

const SCRIPT = 'document.title = "first";';
const INDEX = `<!doctype html><html><head><script>${SCRIPT}</script><script type="module" src="/assets/index-1a2b.js"></script></head></html>`;
const CODE = 'export const words = "長い".repeat(9);\n'.repeat(50);
const GUIDE = "<!doctype html><html><head><link rel=stylesheet href=/assets/index-1a2b.css></head></html>";
const ICON = '<svg xmlns="http://www.w3.org/2000/svg"/>';

const BROWSER = { Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
const PAGES = ["/", "/documents", "/documents/", "/documents/work-rules/ch1", "/admin", "/admin/people?page=2"];

/** What a page may do, directive by directive. */
const PAGE_POLICY = [
  "default-src 'none'",
  `script-src 'self' 'sha256-${createHash("sha256").update(SCRIPT).digest("base64")}'`,
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];
const STRICTEST = "default-src 'none';frame-ancestors 'none'";

let folder: string;
let pages: Pages | null;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "retrieval-pages-"));
  for (const name of ["assets", "guide/ja"]) await mkdir(join(folder, name), { recursive: true });
  for (const [name, text] of [
    ["index.html", INDEX],
    ["assets/index-1a2b.js", CODE],
    ["assets/index-1a2b.css", "p{}"],
    ["guide/ja/readers.html", GUIDE],
  ] as const) {
    await writeFile(join(folder, name), text);
    await writeFile(join(folder, `${name}.br`), brotliCompressSync(text));
    await writeFile(join(folder, `${name}.gz`), gzipSync(text));
  }
  await writeFile(join(folder, "favicon.svg"), ICON);
  pages = await loadPages(folder);
  // The service serves one build, whatever happens to the folder.
  await rm(folder, { recursive: true });
});

describe("the pages", () => {
  let t: TestService;
  beforeAll(async () => {
    t = await startTestService({ pages });
  });
  afterAll(() => t.close());

  it("answer every page address with the index, which is never cached", async () => {
    for (const path of PAGES) {
      const { status, headers, text } = await t.http().get(path);
      expect({ path, status, text }).toEqual({ path, status: 200, text: INDEX });
      expect(headers).toMatchObject({ "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
      expect(headers.vary).toBe("Accept-Encoding");
      expect([headers.etag, headers["last-modified"]]).toEqual([undefined, undefined]);
    }
  });

  it("answer a browser at an unknown address with the index and 404", async () => {
    for (const path of [
      "/nothing",
      "/index.html",
      "/documentsx",
      "/adm",
      "/%2e%2e/",
      "/.env",
      "//evil.example/",
      "/API/x",
    ]) {
      const { status, headers, text } = await get(path, BROWSER);
      expect({ path, status, text }).toEqual({ path, status: 404, text: INDEX });
      expect(headers["cache-control"]).toBe("no-store");
    }
  });

  it("leave the error body to every other unknown address", async () => {
    for (const [path, accept] of [
      ["/nothing", "*/*"],
      ["/nothing", "application/json"],
      ["/nothing", "application/json, text/html;q=0.5"],
      ["/api", BROWSER.Accept],
      ["/api/nothing", BROWSER.Accept],
      ["/.well-known/nothing", BROWSER.Accept],
      ["/assets/", BROWSER.Accept],
      ["/assets/index-0000.js", BROWSER.Accept],
      ["/assets/index-1a2b.js.br", BROWSER.Accept],
      ["/assets/..%2f..%2fpackage.json", BROWSER.Accept],
      ["/assets/../../package.json", BROWSER.Accept],
      ["/assets/%2e%2e/index.html", BROWSER.Accept],
      ["/healthz/", BROWSER.Accept],
      ["/metrics/", BROWSER.Accept],
    ] as const) {
      const { status, text } = await get(path, { Accept: accept });
      expect({ path, accept, status, body: JSON.parse(text) }).toEqual({
        path,
        accept,
        status: 404,
        body: errorBody("NOT_FOUND"),
      });
    }
    const posted = await t.http().post("/nothing").set(BROWSER);
    expect([posted.status, posted.body]).toEqual([404, errorBody("NOT_FOUND")]);
  });

  it("accept only GET and HEAD", async () => {
    for (const path of [...PAGES, "/assets/index-1a2b.js", "/favicon.svg"]) {
      for (const method of ["post", "put", "delete", "patch", "options"] as const) {
        const { status, headers, body } = await t.http()[method](path);
        expect({ path, method, status, body }).toEqual({
          path,
          method,
          status: 405,
          body: errorBody("METHOD_NOT_ALLOWED"),
        });
        expect(headers.allow).toBe("GET, HEAD, OPTIONS");
      }
      const head = await t.http().head(path).set("Accept-Encoding", "gzip");
      const whole = await t.http().get(path).set("Accept-Encoding", "gzip");
      expect([head.status, head.text]).toEqual([200, undefined]);
      for (const name of ["content-type", "content-length", "cache-control", "etag", "vary"])
        expect({ path, name, value: head.headers[name] }).toEqual({ path, name, value: whole.headers[name] });
    }
  });

  it("may load only their own files and call only their own API", async () => {
    for (const [path, status] of [
      ["/", 200],
      ["/admin", 200],
      ["/nothing", 404],
    ] as const) {
      const response = await get(path, BROWSER);
      expect(response.status).toBe(status);
      expect(String(response.headers["content-security-policy"]).split(";")).toEqual(PAGE_POLICY);
      expect(response.headers["content-security-policy"]).not.toContain("unsafe");
    }
  });

  it("have guides without a session, which run no inline script", async () => {
    const { status, headers, text } = await get("/guide/ja/readers.html");
    expect([status, text]).toEqual([200, GUIDE]);
    expect(headers).toMatchObject({ "content-type": "text/html; charset=utf-8", "cache-control": "no-cache" });
    const policy = PAGE_POLICY.map((line) => (line.startsWith("script-src") ? "script-src 'self'" : line));
    expect(String(headers["content-security-policy"]).split(";")).toEqual(policy);
    expect((await get("/guide/ja/nothing.html", BROWSER)).text).toBe(INDEX);
  });

  it("and all other answers forbid framing, sniffing, referrers, openers and devices", async () => {
    for (const path of ["/", "/assets/index-1a2b.js", "/api/config", "/api/nothing", "/healthz"]) {
      const { headers } = await t.http().get(path);
      expect({ path, ...headers }).toMatchObject({
        path,
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": expect.stringContaining("camera=()"),
      });
      if (path !== "/")
        expect({ path, policy: headers["content-security-policy"] }).toEqual({ path, policy: STRICTEST });
      expect(headers["strict-transport-security"]).toBeUndefined();
    }
  });

  it("have the best encoding that the client accepts", async () => {
    for (const path of ["/", "/assets/index-1a2b.js"]) {
      const content = path === "/" ? INDEX : CODE;
      const twins = { br: brotliCompressSync(content), gzip: gzipSync(content), none: Buffer.from(content) };
      for (const [accepted, encoding] of [
        ["gzip, deflate, br, zstd", "br"],
        ["br;q=0.1, gzip", "br"],
        ["gzip, deflate", "gzip"],
        ["br;q=0, gzip;q=0.5", "gzip"],
        ["*", "br"],
        ["brandnew, xbr", "none"],
        ["identity", "none"],
        ["", "none"],
        [undefined, "none"],
      ] as const) {
        const { headers, bytes } = await get(path, accepted === undefined ? {} : { "Accept-Encoding": accepted });
        expect({ accepted, encoding: headers["content-encoding"] ?? "none" }).toEqual({ accepted, encoding });
        expect(bytes.equals(twins[encoding])).toBe(true);
        expect(headers).toMatchObject({ vary: "Accept-Encoding", "content-length": String(bytes.length) });
      }
    }
  });

  it("have files that are cached forever if their name has a hash, and revalidated if not", async () => {
    const code = await get("/assets/index-1a2b.js");
    expect(code.headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
    });
    expect((await get("/assets/index-1a2b.css")).headers["content-type"]).toBe("text/css; charset=utf-8");
    const icon = await get("/favicon.svg", { "Accept-Encoding": "br" });
    expect(icon.headers).toMatchObject({ "content-type": "image/svg+xml", "cache-control": "no-cache" });
    expect([icon.text, icon.headers["content-encoding"]]).toEqual([ICON, undefined]);
  });

  it("are not sent again to a client that has them in the same encoding", async () => {
    const path = "/assets/index-1a2b.js";
    const etags = new Set<string>();
    for (const accepted of ["br", "gzip", "identity"]) {
      const { etag } = (await get(path, { "Accept-Encoding": accepted })).headers as { etag: string };
      etags.add(etag);
      const again = await get(path, { "Accept-Encoding": accepted, "If-None-Match": etag });
      expect([again.status, again.text]).toEqual([304, ""]);
      expect(again.headers).toMatchObject({
        etag,
        vary: "Accept-Encoding",
        "cache-control": expect.stringContaining("immutable"),
      });
      const other = await get(path, { "Accept-Encoding": accepted, "If-None-Match": '"other"' });
      expect(other.status).toBe(200);
    }
    expect(etags.size).toBe(3);
  });

  it("are sent whole, whatever range is requested", async () => {
    for (const range of ["bytes=0-3", "bytes=5-2", "bytes=-1", "bytes=99999999-", "lines=1"]) {
      const { status, text } = await get("/assets/index-1a2b.js", { Range: range });
      expect({ range, status, whole: text === CODE }).toEqual({ range, status: 200, whole: true });
    }
  });

  it("log no query string, and so no token", async () => {
    for (const path of ["/", "/documents/d", "/nothing", "/assets/index-1a2b.js", "/favicon.svg"])
      await get(`${path}?sso_token=hush-hush&q=private-words`, BROWSER);
    await t.http().post("/?sso_token=hush-hush");
    expect(t.log()).toContain('"path":"/documents/d"');
    expect(t.log()).not.toMatch(/hush-hush|private-words|sso_token/);
  });

  it("do not affect the API and the probes", async () => {
    expect((await t.http().get("/healthz").set(BROWSER)).body).toEqual({ status: "ok" });
    const config = await t.http().get("/api/config").set(BROWSER);
    expect(config.body).toMatchObject({ portal_origin: expect.any(String) });
    expect(config.headers["cache-control"]).toBe("no-store");
    expect((await t.http().get("/api/session").set(BROWSER)).body).toEqual(errorBody("UNAUTHORIZED"));
  });

  /** Sends the path unchanged: `fetch` and supertest would normalise it. */
  function get(path: string, headers: Record<string, string> = {}) {
    const { hostname, port } = new URL(t.url);
    return new Promise<{ status?: number; headers: Record<string, unknown>; text: string; bytes: Buffer }>(
      (resolve, reject) => {
        rawRequest({ hostname, port, path, headers }, (res) => {
          const chunks: Buffer[] = [];
          res.on("data", (chunk) => chunks.push(chunk));
          res.on("end", () => {
            const bytes = Buffer.concat(chunks);
            resolve({ status: res.statusCode ?? 0, headers: res.headers, text: String(bytes), bytes });
          });
        })
          .on("error", reject)
          .end();
      },
    );
  }
});

describe("the pages with HTTPS only", () => {
  it("are redirected with their query, and allow only HTTPS requests", async () => {
    const t = await startTestService({ pages, httpsOnly: true, env: { TRUST_PROXY: "loopback" } });
    try {
      const plain = await t.http().get("/?sso_token=hush-hush").set("Host", "service.example");
      expect([plain.status, plain.headers.location]).toEqual([308, "https://service.example/?sso_token=hush-hush"]);
      const { status, headers } = await t.http().get("/").set("X-Forwarded-Proto", "https");
      expect(status).toBe(200);
      expect(headers["content-security-policy"]?.split(";")).toEqual([...PAGE_POLICY, "upgrade-insecure-requests"]);
      expect(headers["strict-transport-security"]).toBe("max-age=31536000");
      expect(t.log()).not.toContain("hush-hush");
    } finally {
      await t.close();
    }
  });
});

describe("a service without pages", () => {
  it("has its API, and answers 404 at page addresses", async () => {
    const t = await startTestService();
    try {
      for (const path of ["/", "/documents", "/assets/index-1a2b.js"]) {
        const { status, body } = await t.http().get(path).set(BROWSER);
        expect({ path, status, body }).toEqual({ path, status: 404, body: errorBody("NOT_FOUND") });
      }
      expect((await t.http().get("/api/config")).status).toBe(200);
    } finally {
      await t.close();
    }
  });
});
