import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "@jest/globals";
import { checkWorkspace } from "../src/architecture/check.js";
import { faults } from "../src/architecture/import-rules.js";
import { readSource } from "../src/architecture/read-source.js";

const repositoryRoot = fileURLToPath(new URL("../../..", import.meta.url));
const check = (path: string, text: string) => faults(readSource(path, text));

describe("the import direction", () => {
  it("is kept by every file of the workspace", () => {
    expect(checkWorkspace().faults).toEqual([]);
  });

  it.each([
    ["packages/core/src/a.ts", `import { x } from "@retrieval/postgres";`],
    ["packages/core/src/a.ts", `import type { X } from "@retrieval/http";`],
    ["packages/core/src/a.ts", `export * from "@retrieval/ingest";`],
    ["packages/core/src/a.ts", `export { x } from "@retrieval/contract";`],
    ["packages/core/src/a.ts", `const x = await import("@retrieval/portal");`],
    ["packages/core/src/a.ts", `type X = import("@retrieval/service").X;`],
    ["packages/core/src/a.ts", `import { readFile } from "node:fs/promises";`],
    ["packages/core/src/a.ts", `import pg from "pg";`],
    ["packages/core/src/deep/a.ts", `import { x } from "../../../postgres/src/index.js";`],
    ["packages/core/test/a.test.ts", `import { x } from "../../postgres/src/index.js";`],
    ["packages/api/src/a.ts", `import { x } from "@retrieval/core";`],
    ["packages/api/src/a.ts", `import { createHmac } from "node:crypto";`],
    ["packages/http/src/a.ts", `import { x } from "@retrieval/postgres";`],
    ["packages/http/src/a.ts", `import { x } from "@retrieval/core";\nimport { y } from "@retrieval/contract";`],
    ["packages/postgres/src/a.ts", `import { x } from "@retrieval/service";`],
    ["packages/models/src/a.ts", `import { x } from "@retrieval/ingest";`],
    ["packages/models/src/a.ts", `import OpenAI from "openai";`],
    ["packages/opensearch/src/a.ts", `import { x } from "@retrieval/postgres";`],
    ["packages/service/src/a.ts", `import { Client } from "@opensearch-project/opensearch";`],
    ["packages/bench/src/a.ts", `import { Client } from "@opensearch-project/opensearch";`],
    ["packages/service/test/a.test.ts", `import Client from "@opensearch-project/opensearch/lib/Client.js";`],
    ["packages/service/src/a.ts", `import { x } from "@retrieval/contract";`],
    ["packages/service/src/a.ts", `import { sentenceOf } from "@retrieval/api";`],
    ["packages/web/src/a.tsx", `import { x } from "@retrieval/core";\nexport const A = () => <p>{x}</p>;`],
    ["packages/web/src/admin/jobs/a.tsx", `import { x } from "../users/b.js";`],
    ["packages/web/src/parts/a.tsx", `import { x } from "../admin/users/b.js";`],
    ["packages/stray/src/a.ts", "export {};"],
  ])("is broken by %s: %s", (path, text) => {
    expect(check(path, text)).toHaveLength(1);
  });

  it.each([
    ["packages/core/src/a.ts", `import { createHmac } from "node:crypto";\nimport { x } from "./b.js";`],
    ["packages/api/src/a.ts", `import Type from "typebox";\nimport { x } from "@retrieval/core/limits";`],
    ["packages/api/src/a.ts", `import type { X } from "@retrieval/core";`],
    ["packages/models/src/a.ts", `import { x } from "@retrieval/core/ports";`],
    ["packages/opensearch/src/a.ts", `import { Client } from "@opensearch-project/opensearch";`],
    ["packages/http/src/handlers/a.ts", `import { x } from "@retrieval/core";\nimport { y } from "../b.js";`],
    ["packages/core/src/a.ts", `// import { x } from "@retrieval/postgres";\nconst s = 'import "pg"';`],
    ["packages/web/src/a.ts", `import type { X } from "@retrieval/core";`],
    ["packages/web/src/admin/jobs/a.tsx", `import { x } from "../users/addresses.js";\nimport { y } from "./b.js";`],
    ["packages/service/src/a.ts", `import { sentenceOf } from "@retrieval/api/texts";`],
    ["packages/http/test/a.test.ts", `import { x } from "@retrieval/postgres";\nimport { y } from "../src/b.js";`],
  ])("allows %s: %s", (path, text) => {
    expect(check(path, text)).toEqual([]);
  });
});

describe("time, randomness and settings are arguments", () => {
  it.each([
    "const x = process.env.PORT;",
    'const x = process.env["PORT"];',
    "const { PORT } = process.env;",
    "const x = Date.now();",
    "const x = new Date();",
    "const x = new Date;",
    "const x = Math.random();",
  ])("%s is a fault everywhere but in the composition root and in test support", (text) => {
    for (const name of ["core", "ingest", "opensearch", "postgres", "http", "portal"]) {
      expect(check(`packages/${name}/src/a.ts`, text)).toHaveLength(1);
    }
    expect(check("packages/service/src/a.ts", text)).toEqual([]);
    expect(check("packages/contract/src/a.ts", text)).toEqual([]);
  });

  it("the portal's default clock is the one exception, and may do nothing else", () => {
    const clock = "packages/portal/src/system-clock.ts";
    expect(check(clock, "export const systemClock = () => Date.now();")).toEqual([]);
    expect(check(clock, "export const systemClock = () => Number(process.env.NOW);")).toHaveLength(1);
  });

  it("a date made from a given time is no fault", () => {
    expect(check("packages/core/src/a.ts", "const x = (t: number) => new Date(t); // Date.now()")).toEqual([]);
  });
});

describe("the project references", () => {
  const run = promisify(execFile);
  const tsc = join(repositoryRoot, "node_modules/typescript/bin/tsc");

  /** Builds core from scratch, with the real settings of core and postgres and one more file in core. */
  async function buildCoreWith(text: string): Promise<{ code: number; output: string }> {
    const root = await mkdtemp(join(tmpdir(), "retrieval-references-"));
    try {
      await cp(join(repositoryRoot, "tsconfig.base.json"), join(root, "tsconfig.base.json"));
      await mkdir(join(root, "node_modules/@retrieval"), { recursive: true });
      await symlink(join(repositoryRoot, "node_modules/@types"), join(root, "node_modules/@types"));
      for (const name of ["core", "postgres"]) {
        await mkdir(join(root, "packages", name, "src"), { recursive: true });
        for (const file of ["package.json", "tsconfig.json"]) {
          await cp(join(repositoryRoot, "packages", name, file), join(root, "packages", name, file));
        }
        await writeFile(join(root, "packages", name, "src/index.ts"), `export const ${name} = 1;\n`);
        await symlink(join(root, "packages", name), join(root, "node_modules/@retrieval", name));
      }
      await writeFile(join(root, "packages/core/src/planted.ts"), text);
      return await run(process.execPath, [tsc, "-b", "packages/core"], { cwd: root }).then(
        ({ stdout }) => ({ code: 0, output: stdout }),
        ({ code, stdout }) => ({ code, output: stdout }),
      );
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  }

  it("let core build by itself", async () => {
    expect(await buildCoreWith(`export { core } from "./index.js";`)).toEqual({ code: 0, output: "" });
  });

  it("stop a clean build in which core imports postgres", async () => {
    const { code, output } = await buildCoreWith(`export { postgres } from "@retrieval/postgres";`);
    expect(code).not.toBe(0);
    expect(output).toContain("planted.ts(1,");
    expect(output).toContain("@retrieval/postgres");
  });

  it("stop core from reaching into the sources of postgres", async () => {
    const { code, output } = await buildCoreWith(`export { postgres } from "../../postgres/src/index.js";`);
    expect(code).not.toBe(0);
    expect(output).toContain("rootDir");
  });
});
