import { spawn } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { startTestService, type TestService } from "./harness.js";

const PACKAGES = fileURLToPath(new URL("../..", import.meta.url));

describe("the example in the core's README", () => {
  let t: TestService;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "retrieval-key-"));
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    await writeFile(join(folder, "key.pem"), privateKey.export({ type: "pkcs8", format: "pem" }));
    t = await startTestService({ env: { JWT_PRIVATE_KEY_FILE: join(folder, "key.pem") } });
  });
  afterAll(async () => {
    await t.close();
    await rm(folder, { recursive: true });
  });

  it("verifies a real token, decides with reasons, and filters a database", async () => {
    // The example uses the machine's clock.
    t.clock.seconds = Math.floor(Date.now() / 1000);
    const token = await t.signedIn("002358", { department_code: "D1040", permission_groups: ["managers"] });
    const readme = await readFile(join(PACKAGES, "core/README.md"), "utf8");
    const example = readme.match(/```js\n([\s\S]*?)```/)?.[1] ?? "";
    const rules = {
      allow_all: false,
      allowed_department_codes: ["D1040"],
      allowed_groups: [],
      allowed_users: ["002358"],
    };
    const imports = example.match(/^import .*$/gm) ?? [];
    const script = [
      ...imports,
      `const token = ${JSON.stringify(token)}; const rules = ${JSON.stringify(rules)};`,
      "const db = { query: async (text, values) => ({ text, values }) };",
      example.replace(/^import .*\n/gm, "").replace("https://service.example.com", t.url),
      "console.log(JSON.stringify({ allowed, reasons, unrestricted, principals, values: rows.values }));",
    ].join("\n");
    expect(await runModule(script)).toEqual({
      allowed: true,
      reasons: [
        { by: "department", value: "D1040" },
        { by: "user", value: "002358" },
      ],
      unrestricted: false,
      principals: ["*", "d:D1040", "g:managers", "u:002358"],
      values: [false, ["*", "d:D1040", "g:managers", "u:002358"]],
    });
  });
});

/** Runs a module like a service with the built packages installed. */
async function runModule(script: string): Promise<unknown> {
  const child = spawn(process.execPath, ["--input-type=module", "-"], {
    cwd: join(PACKAGES, "service"),
    stdio: ["pipe", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (data) => {
    output.stdout += data;
  });
  child.stderr.on("data", (data) => {
    output.stderr += data;
  });
  child.stdin.end(script);
  await once(child, "close");
  if (output.stdout === "") throw new Error(output.stderr);
  return JSON.parse(output.stdout);
}
