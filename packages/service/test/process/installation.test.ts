import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { transform } from "esbuild";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
/** The modules that run before the check that packages can be loaded. */
const FIRST = [
  "packages/demo/scripts/start.mjs",
  "packages/contract/scripts/installation.mjs",
  "packages/service/bin/retrieval.js",
  "packages/service/bin/installation.js",
  "packages/service/bin/end-with-npm.js",
];
/** Every way to start one of our programs. */
const ENTRIES = [
  ["npm", "start"],
  ["npm", "test"],
  ["npm", "run", "build"],
  ["node", "packages/service/bin/retrieval.js", "serve"],
  ["node", "packages/service/bin/retrieval.js", "demo"],
] as const;

describe("an incomplete checkout", () => {
  let checkout: string;
  beforeAll(async () => {
    checkout = await mkdtemp(join(tmpdir(), "retrieval-checkout-"));
    const manifests = (await readdir(join(ROOT, "packages"))).map((name) => `packages/${name}/package.json`);
    for (const file of ["package.json", ...manifests, ...FIRST]) {
      await mkdir(dirname(join(checkout, file)), { recursive: true });
      await cp(join(ROOT, file), join(checkout, file));
    }
  });
  afterAll(() => rm(checkout, { recursive: true }));

  /** All lines, so that the expected sentence must be the only output. */
  async function said([command, ...args]: readonly string[], options = ""): Promise<{ code: number; lines: string[] }> {
    const env = { PATH: process.env.PATH, HOME: checkout, NODE_OPTIONS: options, npm_config_update_notifier: "false" };
    const file = command === "node" ? process.execPath : (command as string);
    return new Promise((resolve) =>
      execFile(file, args, { cwd: checkout, env }, (error, stdout, stderr) => {
        const lines = `${stdout}\n${stderr}`.split("\n").filter((line) => line !== "" && !line.startsWith("> "));
        resolve({ code: (error?.code as number | undefined) ?? 0, lines });
      }),
    );
  }

  it("asks for npm ci in one sentence, before anything else", async () => {
    for (const entry of ENTRIES) {
      const { code, lines } = await said(entry);
      const sentence = expect.stringMatching(/^Packages are not installed \(\S+ and \d+ others\): run npm ci\.$/);
      expect({ entry, code, lines }).toEqual({ entry, code: 1, lines: [sentence] });
    }
  });

  it("asks for a newer Node in one sentence, before anything else", async () => {
    const { scripts } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
    const older = join(checkout, "older.cjs");
    const versions = '{ ...process.versions, node: "18.20.8" }';
    await writeFile(older, `Object.defineProperty(process, "versions", { value: ${versions} });`);
    for (const entry of ENTRIES) {
      // npm also checks the version, so this runs the script's program without npm.
      const [command, ...args] = entry;
      const program = command === "npm" ? [/^node (\S+)/.exec(scripts[args.at(-1) as string])?.[1] as string] : args;
      const { code, lines } = await said(["node", ...program], `--require=${older}`);
      const sentence =
        "Retrieval Service needs Node 20.19 or later, and this is Node 18.20.8: install Node 24, then run npm ci.";
      expect({ entry, code, lines }).toEqual({ entry, code: 1, lines: [sentence] });
    }
  });

  it("asks for npm run build if the packages are installed", async () => {
    const { dependencies } = JSON.parse(await readFile(join(ROOT, "packages/service/package.json"), "utf8"));
    for (const name of Object.keys(dependencies))
      await mkdir(join(checkout, "node_modules", name), { recursive: true });
    const { code, lines } = await said(["node", "packages/service/bin/retrieval.js", "serve"]);
    expect({ code, lines }).toEqual({ code: 1, lines: ["Retrieval Service is not built: run npm run build."] });
  });
});

it("Node 12 can parse the code that reports an incomplete checkout", async () => {
  for (const file of FIRST) {
    const text = await readFile(join(ROOT, file), "utf8");
    const options = { format: "esm", logLevel: "silent" } as const;
    const { code: newest } = await transform(text, { ...options, target: "esnext" });
    // esbuild rewrites newer syntax for an older target, and refuses what it cannot rewrite.
    const { code: node12 } = await transform(text, { ...options, target: "node12.22" });
    expect({ file, code: newest }).toEqual({ file, code: node12 });
  }
});
