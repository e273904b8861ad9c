import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createTestDatabase, describeUnless, makeCertificate } from "@retrieval/contract";
import { whereToGo } from "../../src/process/where-to-go.js";
import { PORTAL, SECRET } from "../harness.js";

describe("the output of serve on a terminal", () => {
  const served = { HOST: "127.0.0.1", tls: null, TRUST_PROXY: false, PORTAL_DOMAIN: PORTAL } as const;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "retrieval-where-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it("names the address where it listens, the page to open and the portal", async () => {
    const certificate = async (...more: string[]) => ({
      key: "",
      cert: await readFile((await makeCertificate(folder, "own", more)).cert, "utf8"),
    });
    const tls = await certificate("-addext", "subjectAltName=DNS:*.example.com,DNS:docs.example.com");
    const own = whereToGo({ ...served, tls, HOST: "::" }, 8443);
    expect(own).toMatch(/ listens at https:\/\/\[::\]:8443\n/);
    expect(own).toContain("Open https://docs.example.com:8443/ in a browser.");
    expect(whereToGo({ ...served, tls: await certificate() }, 443)).toContain("Open https://localhost/ in a browser.");
    expect(own).toContain(`Users sign in from the portal, ${PORTAL}\n`);

    const behind = whereToGo({ ...served, TRUST_PROXY: 1 }, 3000);
    expect(behind).toMatch(/ listens at http:\/\/127\.0\.0\.1:3000\n/);
    expect(behind).toContain("Open the https:// address of the proxy");
    expect(whereToGo(served, 3000)).toContain(
      "It answers only probes and /metrics. Set TLS_CERT_FILE and TLS_KEY_FILE, or TRUST_PROXY",
    );
  });

  const hasScript = (() => {
    try {
      return execFileSync("script", ["--version"]).length > 0;
    } catch {
      return false;
    }
  })();

  describeUnless(hasScript ? undefined : "there is no program named script", "which is a real one", () => {
    it("is printed there, and not to a pipe", async () => {
      const database = await createTestDatabase();
      const env = {
        PATH: process.env.PATH,
        SSO_SHARED_SECRET: SECRET,
        PORTAL_DOMAIN: PORTAL,
        DATABASE_URL: database.url,
        TRUST_PROXY: "1",
        PORT: "0",
      };
      const command = `"${process.execPath}" "${fileURLToPath(new URL("../../bin/retrieval.js", import.meta.url))}" serve`;
      const terminal = spawn("script", ["--quiet", "--return", "--command", command, "/dev/null"], { env });
      let shown = "";
      terminal.stdout.on("data", (data) => {
        shown += data;
      });
      const closed = once(terminal, "close");
      while (!shown.includes("Ctrl-C")) await Promise.race([once(terminal.stdout, "data"), closed]);
      expect(shown).toMatch(/Retrieval Service [\d.]+ listens at http:\/\/127\.0\.0\.1:[1-9]\d*\r\n/);
      // Ctrl-C, as the terminal sends it.
      terminal.stdin.write("\u0003");
      await closed;
      expect(shown).toContain("stopped");
      await database.drop();
    });
  });
});
