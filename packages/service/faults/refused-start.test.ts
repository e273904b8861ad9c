import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { makeCertificate } from "@retrieval/contract";
import { SECRET } from "../test/harness.js";
import { run } from "../test/process/service-process.js";

const REQUIRED = { SSO_SHARED_SECRET: SECRET, PORTAL_DOMAIN: "portal.example.com" };
const COMMAND_FILE = process.execPath;

describe("retrieval serve", () => {
  it("refuses to start without its required settings, and names all of them", async () => {
    const { code, stdout, stderr } = await run(["serve"]);
    expect(code).toBe(1);
    expect(stdout).toBe("");
    for (const name of ["SSO_SHARED_SECRET", "PORTAL_DOMAIN", "DATABASE_URL"])
      expect(stderr).toContain(`${name} is required`);
    expect(stderr).not.toMatch(/\bat .*\.js:\d+/);
  });

  it("names every wrong setting at once, and never prints a secret", async () => {
    const short = "short-secret-of-the-portal";
    const { code, stderr } = await run(["serve"], {
      SSO_SHARED_SECRET: short,
      SSO_SHARED_SECRET_PREVIOUS: short,
      PORTAL_DOMAIN: "https://portal.example.com/path",
      DATABASE_URL: "mysql://root:hunter2@db/x",
      SSO_TIMESTAMP_TOLERANCE: "0",
      JWT_EXPIRES_HOURS: "three",
      JWT_PRIVATE_KEY_FILE: "/nowhere/key.pem",
      HOST: " ",
      PORT: "70000",
      TRUST_PROXY: "proxy.example.com",
      TLS_CERT_FILE: COMMAND_FILE,
      NEW_DOCUMENTS: "closed",
      ADMIN_USER_ID: "1",
      LOG_LEVEL: "loud",
    });
    expect(code).toBe(1);
    for (const name of [
      "SSO_SHARED_SECRET must be at least 64 characters",
      "SSO_SHARED_SECRET_PREVIOUS",
      "PORTAL_DOMAIN",
      "DATABASE_URL",
      "SSO_TIMESTAMP_TOLERANCE",
      "JWT_EXPIRES_HOURS",
      "JWT_PRIVATE_KEY_FILE",
      "HOST must be",
      "PORT must be",
      "TRUST_PROXY",
      "TLS_KEY_FILE",
      "NEW_DOCUMENTS",
      "ADMIN_DISPLAY_NAME",
      "LOG_LEVEL",
    ]) {
      expect(stderr).toContain(name);
    }
    expect(stderr).not.toContain(short);
    expect(stderr).not.toContain("hunter2");
  });

  it("reports a key that does not match its certificate with the other problems, and prints no part of it", async () => {
    const folder = await mkdtemp(join(tmpdir(), "retrieval-tls-"));
    const [own, other] = [await makeCertificate(folder, "own"), await makeCertificate(folder, "other")];
    const { code, stderr } = await run(["serve"], { PORT: "x", TLS_CERT_FILE: own.cert, TLS_KEY_FILE: other.key });
    expect(code).toBe(1);
    for (const name of ["TLS_KEY_FILE is not the key of the certificate", "PORT must be", "DATABASE_URL is required"])
      expect(stderr).toContain(name);
    expect(stderr).not.toContain("PRIVATE KEY");
    for (const line of (await readFile(other.key, "utf8"))
      .split("\n")
      .filter((text) => /^[A-Za-z0-9+/=]{10,}$/.test(text)))
      expect(stderr).not.toContain(line);
    await rm(folder, { recursive: true });
  });

  it("logs in one line which database cannot be reached, without its user and password", async () => {
    for (const [DATABASE_URL, host, port] of [
      ["postgres://somebody:hunter2@127.0.0.1:1/none", "127.0.0.1", 1],
      ["postgres://somebody:hunter2@[::1]:1/none", "::1", 1],
      ["postgres://somebody:hunter2@database.invalid/none", "database.invalid", 5432],
      ["postgres://somebody:hunter2@%2Fnowhere/none", "/nowhere", 5432],
      ["postgres://somebody:hunter2@elsewhere/none?host=/nowhere&port=7", "/nowhere", 7],
    ] as const) {
      // The pages may not be built here.
      const env = { ...REQUIRED, DATABASE_URL, TRUST_PROXY: "1", LOG_LEVEL: "error", PORT: "0" };
      const { code, stderr } = await run(["serve"], env);
      expect({ code, lines: stderr.trimEnd().split("\n").length }).toEqual({ code: 1, lines: 1 });
      expect(JSON.parse(stderr)).toMatchObject({
        level: 60,
        host,
        port,
        reason: expect.stringMatching(/^The database is away for now \(E\w+\)\.$/),
        msg: expect.stringContaining("DATABASE_URL"),
      });
      expect(stderr).not.toMatch(/hunter2|somebody/);
    }
    const DATABASE_URL = "postgres://somebody:hunter2@127.0.0.1:1/none";
    const { stdout } = await run(["doctor"], { ...REQUIRED, DATABASE_URL });
    expect(stdout).toMatch(/^WRONG {2}the database at 127\.0\.0\.1, port 1, does not answer/m);
    expect(stdout).not.toMatch(/hunter2|somebody/);
  });

  it("has help that names every setting, and in the demo the few that a new operator needs", async () => {
    const { code, stdout } = await run(["serve", "--help"]);
    expect(code).toBe(0);
    for (const name of ["SSO_SHARED_SECRET", "DATABASE_URL", "HOST", "PORT", "LOG_LEVEL"])
      expect(stdout).toContain(name);
    const demo = await run(["demo", "--help"]);
    expect(demo.code).toBe(0);
    for (const text of ["packages/service/README.md", "PORT", "DATA_DIR"]) expect(demo.stdout).toContain(text);
  });
});
