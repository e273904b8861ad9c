import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

const run = promisify(execFile);
const repositoryRoot = fileURLToPath(new URL("../../..", import.meta.url));
const tsc = join(repositoryRoot, "node_modules/typescript/bin/tsc");

const USE = `
const key = portal.sharedSecret("s".repeat(64));
const { signature } = portal.signSsoRequest({ secret: key, user_id: "000123", timestamp: 1767225600 });
const reader = { user_id: "000123", role: "user", department_code: "D1", permission_groups: [] };
const rules = { allow_all: false, allowed_department_codes: ["D1"], allowed_groups: [], allowed_users: [] };
const file = portal.readPeopleCsv(new TextEncoder().encode("社員番号,氏名\\n000123,髙橋"));
console.log(JSON.stringify({
  signature: core.signatureMatches(key, "000123", 1767225600, signature),
  allowed: core.decideAccess(reader, rules).allowed,
  principals: core.readerFilter(reader).principals,
  url: portal.launchUrl("https://retrieval.example.com", "t"),
  people: "code" in file ? file : file.people.length,
}));
`;
const USED = {
  signature: true,
  allowed: true,
  principals: ["*", "d:D1", "u:000123"],
  url: "https://retrieval.example.com/#sso_token=t",
  people: 1,
};

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

let workshop: string;
const manifests: Record<string, Manifest> = {};

/** An empty project with only the packed packages and the dependencies in their packed package.json. */
async function makeProject(type: "module" | "commonjs"): Promise<string> {
  const project = join(workshop, type);
  for (const name of ["core", "api", "portal"]) {
    const folder = join(project, "node_modules/@retrieval", name);
    await mkdir(folder, { recursive: true });
    const archive = join(
      workshop,
      (await readdir(workshop)).find((file) => file.startsWith(`retrieval-${name}-`)) ?? "",
    );
    await run("tar", ["-xzf", archive, "-C", folder, "--strip-components=1"]);
    const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Manifest;
    manifests[name] = manifest;
    for (const dependency of Object.keys(manifest.dependencies ?? {})) {
      if (!dependency.startsWith("@retrieval/")) await link(project, dependency);
    }
  }
  await writeFile(join(project, "package.json"), JSON.stringify({ name: "consumer", private: true, type }));
  return project;
}

async function link(project: string, name: string): Promise<void> {
  const target = join(project, "node_modules", name);
  await mkdir(join(target, ".."), { recursive: true });
  await symlink(join(repositoryRoot, "node_modules", name), target);
}

beforeAll(async () => {
  workshop = await mkdtemp(join(tmpdir(), "retrieval-pack-"));
  for (const name of ["core", "api", "portal"]) {
    const args = ["pack", "--silent", "--ignore-scripts", "--update-notifier=false", "--pack-destination", workshop];
    await run("npm", args, { cwd: join(repositoryRoot, "packages", name) });
  }
});

afterAll(() => rm(workshop, { recursive: true, force: true }));

describe.each(["module", "commonjs"] as const)("the packed packages in an empty project of type %s", (type) => {
  let project: string;
  beforeAll(async () => {
    project = await makeProject(type);
  });

  it("run", async () => {
    const load =
      type === "module"
        ? `import * as core from "@retrieval/core"; import * as portal from "@retrieval/portal";`
        : `const core = require("@retrieval/core"); const portal = require("@retrieval/portal");`;
    await writeFile(join(project, "use.js"), load + USE);
    const { stdout } = await run(process.execPath, ["use.js"], { cwd: project });
    expect(JSON.parse(stdout)).toEqual(USED);
  });

  it("have declarations that compile under TypeScript's strictest settings", async () => {
    await link(project, "@types/node");
    await link(project, "undici-types");
    await writeFile(
      join(project, "use.ts"),
      `import * as core from "@retrieval/core";\nimport * as portal from "@retrieval/portal";\n${USE.replace(
        "const reader =",
        "const reader: core.Reader =",
      )}`,
    );
    // The README's examples are modules, some of them with a top-level await.
    const readme = type === "module" ? await examplesOfReadme() : [];
    for (const [i, example] of readme.entries()) await writeFile(join(project, `readme-${i}.ts`), example);
    const compilerOptions = {
      module: "NodeNext",
      target: "ES2023",
      lib: ["ES2023"],
      types: ["node"],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      noEmit: true,
    };
    await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
    const output = await run(process.execPath, [tsc, "-p", "."], { cwd: project }).then(
      () => "",
      ({ stdout }) => stdout,
    );
    expect(output).toBe("");
  });
});

async function examplesOfReadme(): Promise<string[]> {
  const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
  const examples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code ?? "");
  expect(examples.length).toBeGreaterThan(2);
  return examples;
}

describe("what is packed", () => {
  it("core needs nothing, the portal's package only what it declares", () => {
    for (const kind of ["dependencies", "peerDependencies", "optionalDependencies", "bundleDependencies"]) {
      expect(manifests.core).not.toHaveProperty(kind);
    }
    expect(Object.keys(manifests.portal?.dependencies ?? {}).sort()).toEqual([
      "@retrieval/api",
      "@retrieval/core",
      "csv-parse",
    ]);
  });

  it("holds the declarations, the vectors and the examples, and neither tests nor build records", async () => {
    const files = await readdir(join(workshop, "module/node_modules/@retrieval/portal"), { recursive: true });
    for (const file of ["dist/index.js", "dist/index.d.ts", "src/index.ts", "README.md"]) expect(files).toContain(file);
    for (const file of ["vectors/sign-in.json", "examples/sign.php", "examples/run.mjs"]) expect(files).toContain(file);
    expect(files.filter((file) => /^test|tsbuildinfo|tsconfig|__pycache__/.test(file))).toEqual([]);
  });
});
