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

const PACKAGES = ["core", "api", "portal"] as const;

const USE = `
const key = portal.sharedSecret("s".repeat(64));
const { signature } = portal.signSsoRequest({ secret: key, user_id: "000123", timestamp: 1767225600 });
const reader = { user_id: "000123", role: "user", department_code: "D1", permission_groups: [] };
const rules = { allow_all: false, allowed_department_codes: ["D1"], allowed_groups: [], allowed_users: [] };
const file = portal.readUsersCsv(new TextEncoder().encode("社員番号,氏名\\n000123,髙橋"));
console.log(JSON.stringify({
  signature: core.signatureMatches(key, "000123", 1767225600, signature),
  allowed: core.decideAccess(reader, rules).allowed,
  principals: core.readerFilter(reader).principals,
  url: portal.launchUrl("https://retrieval.example.com", "t"),
  users: "code" in file ? file : file.users.length,
  search: api.OPERATION_LIST.some(({ path }) => path === "/api/search"),
  client: typeof client.createClient({ url: "https://retrieval.example.com" }).readSession,
  text: texts.sentenceOf([{ code: "field.not_object", field: "access_rules" }], "en").includes("access_rules"),
}));
`;
const USED = {
  signature: true,
  allowed: true,
  principals: ["*", "d:D1", "u:000123"],
  url: "https://retrieval.example.com/#sso_token=t",
  users: 1,
  search: true,
  client: "function",
  text: true,
};
const ENTRIES = {
  core: "@retrieval/core",
  api: "@retrieval/api",
  client: "@retrieval/api/client",
  texts: "@retrieval/api/texts",
  portal: "@retrieval/portal",
};
const IMPORTS = Object.entries(ENTRIES)
  .map(([name, entry]) => `import * as ${name} from "${entry}";\n`)
  .join("");
const REQUIRES = Object.entries(ENTRIES)
  .map(([name, entry]) => `const ${name} = require("${entry}");\n`)
  .join("");
const TYPED_USE = IMPORTS + USE.replace("const reader =", "const reader: core.Reader =");

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

let workshop: string;
const manifests: Record<string, Manifest> = {};

/** An empty project with only the packed packages and the dependencies in their packed package.json. */
async function makeProject(name: string, type: "module" | "commonjs", dependencies = true): Promise<string> {
  const project = join(workshop, name);
  for (const packed of PACKAGES) {
    const folder = join(project, "node_modules/@retrieval", packed);
    await mkdir(folder, { recursive: true });
    const archive = join(
      workshop,
      (await readdir(workshop)).find((file) => file.startsWith(`retrieval-${packed}-`)) ?? "",
    );
    await run("tar", ["-xzf", archive, "-C", folder, "--strip-components=1"]);
    const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Manifest;
    manifests[packed] = manifest;
    for (const dependency of Object.keys(manifest.dependencies ?? {})) {
      if (dependencies && !dependency.startsWith("@retrieval/")) await link(project, dependency);
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
  for (const name of PACKAGES) {
    const args = ["pack", "--silent", "--ignore-scripts", "--update-notifier=false", "--pack-destination", workshop];
    await run("npm", args, { cwd: join(repositoryRoot, "packages", name) });
  }
});

afterAll(() => rm(workshop, { recursive: true, force: true }));

describe.each(["module", "commonjs"] as const)("the packed packages in an empty project of type %s", (type) => {
  let project: string;
  beforeAll(async () => {
    project = await makeProject(type, type);
  });

  it("run", async () => {
    await writeFile(join(project, "use.js"), (type === "module" ? IMPORTS : REQUIRES) + USE);
    const { stdout } = await run(process.execPath, ["use.js"], { cwd: project });
    expect(JSON.parse(stdout)).toEqual(USED);
  });

  it("have declarations that compile under TypeScript's strictest settings, without @types/node", async () => {
    expect(await compile(project, { "use.ts": TYPED_USE })).toBe("");
  });
});

describe("the packed packages in a project of TypeScript", () => {
  let project: string;
  beforeAll(async () => {
    project = await makeProject("typescript", "module");
  });

  it("compile for a bundler", async () => {
    const bundler = { module: "ESNext", moduleResolution: "Bundler" };
    expect(await compile(project, { "use.ts": TYPED_USE }, bundler)).toBe("");
  });

  it("compile without the DOM, with @types/node, and so do the README's examples", async () => {
    for (const name of ["@types/node", "undici-types"]) await link(project, name);
    const readme = (await examplesOfReadme()).map((example, i) => [`readme-${i}.ts`, example]);
    const sources = { "use.ts": TYPED_USE, ...Object.fromEntries(readme) };
    expect(await compile(project, sources, { lib: ["ES2023"], types: ["node"] })).toBe("");
  });
});

/** TypeScript's messages about these files and all declarations that they import. */
async function compile(project: string, sources: Readonly<Record<string, string>>, options = {}): Promise<string> {
  for (const [name, source] of Object.entries(sources)) await writeFile(join(project, name), source);
  const compilerOptions = {
    module: "NodeNext",
    target: "ES2023",
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noEmit: true,
    ...options,
  };
  await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: Object.keys(sources) }));
  return run(process.execPath, [tsc, "-p", "."], { cwd: project }).then(
    () => "",
    ({ stdout }) => stdout,
  );
}

async function examplesOfReadme(): Promise<string[]> {
  const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
  const examples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code ?? "");
  expect(examples.length).toBeGreaterThan(2);
  return examples;
}

describe("what is packed", () => {
  it("core has no dependency, the portal's package only declared ones", () => {
    for (const kind of ["dependencies", "peerDependencies", "optionalDependencies", "bundleDependencies"]) {
      expect(manifests.core).not.toHaveProperty(kind);
    }
    expect(Object.keys(manifests.portal?.dependencies ?? {}).sort()).toEqual([
      "@retrieval/api",
      "@retrieval/core",
      "csv-parse",
    ]);
  });

  it("asks for no schema at run time in the client", async () => {
    const project = await makeProject("client", "module", false);
    const use = `import { createClient } from "@retrieval/api/client"; console.log(typeof createClient);`;
    const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", use], { cwd: project });
    expect(stdout.trim()).toBe("function");
  });

  it.each(PACKAGES)("%s has a licence, an origin, keywords, and links that work", async (name) => {
    const folder = join(workshop, "module/node_modules/@retrieval", name);
    const licence = await readFile(join(repositoryRoot, "LICENSE"), "utf8");
    expect(await readFile(join(folder, "LICENSE"), "utf8")).toBe(licence);
    const { repository: origin } = JSON.parse(await readFile(join(repositoryRoot, "package.json"), "utf8"));
    const { repository, keywords, publishConfig } = manifests[name] ?? {};
    expect(repository).toEqual({ ...origin, directory: `packages/${name}` });
    expect(keywords).toContain("retrieval");
    expect(publishConfig).toEqual({ access: "public" });
    const readme = await readFile(join(folder, "README.md"), "utf8");
    expect(readme).toMatch(new RegExp(`^npm install .*\\bretrieval[-/]${name}\\b`, "m"));
    // A release makes links to the repository absolute.
    const links = [...readme.matchAll(/\]\((?!https:|#|\.\.\/)([^)#]+)/g)].map(([, path]) => path ?? "");
    const files = await readdir(folder, { recursive: true });
    expect(links.filter((path) => !files.includes(path))).toEqual([]);
  });

  it("holds the declarations, the vectors and the examples, and neither tests nor build records", async () => {
    const files = await readdir(join(workshop, "module/node_modules/@retrieval/portal"), { recursive: true });
    for (const file of ["dist/index.js", "dist/index.d.ts", "src/index.ts", "README.md"]) expect(files).toContain(file);
    for (const file of ["vectors/sign-in.json", "vectors/access.json", "examples/sign.php", "examples/run.mjs"])
      expect(files).toContain(file);
    expect(files.filter((file) => /^test|tsbuildinfo|tsconfig|__pycache__/.test(file))).toEqual([]);
  });
});
