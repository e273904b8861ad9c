import { execFile, spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { transform } from "esbuild";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
/** The modules that run before the check that packages can be loaded. */
const FIRST = [
  "packages/demo/scripts/start.mjs",
  "packages/contract/scripts/prepare.mjs",
  "packages/contract/scripts/build.mjs",
  "packages/contract/scripts/installation.mjs",
  "packages/contract/scripts/one-at-a-time.mjs",
  "packages/service/bin/retrieval.js",
  "packages/service/bin/installation.js",
  "packages/service/bin/end-with-npm.js",
];
/** Every way to start one of our programs in a checkout, which installs what is missing. */
const IN_CHECKOUT = [
  ["npm", "start"],
  ["npm", "test"],
  ["npm", "run", "build"],
] as const;
const COMMANDS = [
  ["node", "packages/service/bin/retrieval.js", "serve"],
  ["node", "packages/service/bin/retrieval.js", "demo"],
] as const;

const NOT_YET = "The packages are not installed yet: npm installs them now";
const OTHERS = "The installed packages are not those of package-lock.json: npm installs them now";

let checkout: string;
beforeEach(async () => {
  checkout = await mkdtemp(join(tmpdir(), "retrieval-checkout-"));
  for (const file of FIRST) await copy(file);
});
afterEach(() => rm(checkout, { recursive: true }));

async function copy(file: string) {
  await mkdir(dirname(join(checkout, file)), { recursive: true });
  await cp(join(ROOT, file), join(checkout, file));
}

function lockOf(packages: object) {
  return { name: "checkout", version: "1.0.0", lockfileVersion: 3, requires: true, packages };
}

async function writeCheckout(files: Readonly<Record<string, object>>) {
  for (const [file, content] of Object.entries(files))
    await writeFile(join(checkout, file), `${JSON.stringify(content, null, 2)}\n`);
}

/** All lines, so that the expected ones must be the only output. No registry answers, and npm's cache is empty. */
async function said(
  [command, ...args]: readonly string[],
  options = "",
  LANG = "C",
): Promise<{ code: number; lines: string[] }> {
  const env = {
    ...{ PATH: process.env.PATH, HOME: checkout, LANG, NODE_OPTIONS: options, npm_config_update_notifier: "false" },
    ...{ npm_config_registry: "http://127.0.0.1:1", npm_config_fetch_retries: "0" },
  };
  const file = command === "node" ? process.execPath : (command as string);
  return new Promise((resolve) =>
    execFile(file, args, { cwd: checkout, env }, (error, stdout, stderr) => {
      const lines = `${stdout}\n${stderr}`.split("\n").filter((line) => line !== "" && !line.startsWith("> "));
      resolve({ code: (error?.code as number | undefined) ?? 0, lines });
    }),
  );
}

describe("an incomplete checkout", () => {
  beforeEach(async () => {
    const manifests = (await readdir(join(ROOT, "packages"))).map((name) => `packages/${name}/package.json`);
    for (const file of ["package.json", ...manifests]) await copy(file);
  });

  it("says in one sentence that its packages cannot be installed, after npm's reason", async () => {
    const manifest = { ...JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")), workspaces: [] };
    const root = { ...manifest, devDependencies: { unreachable: "1.0.0" } };
    const packages = { "": root, "node_modules/unreachable": { version: "1.0.0", dev: true } };
    await writeCheckout({ "package.json": root, "package-lock.json": lockOf(packages) });
    for (const entry of IN_CHECKOUT) {
      const { code, lines } = await said(entry);
      expect({ entry, code, first: lines[0] }).toEqual({ entry, code: 1, first: expect.stringContaining(NOT_YET) });
      expect(lines.slice(1, -1)).toContainEqual(expect.stringContaining("ECONNREFUSED"));
      expect(lines.slice(1, -1).filter((line) => !line.startsWith("npm error"))).toEqual([]);
      expect(lines.at(-1)).toMatch(/^The packages could not be installed \(npm install ended with 1\)\. Check that /);
    }
  });

  it("lets the command ask for npm ci in one sentence, before anything else", async () => {
    for (const entry of COMMANDS) {
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
    for (const entry of [...IN_CHECKOUT, ...COMMANDS]) {
      // npm also checks the version, so this runs the script's program without npm.
      const [command, ...args] = entry;
      const program = command === "npm" ? [/^node (\S+)/.exec(scripts[args.at(-1) as string])?.[1] as string] : args;
      const { code, lines } = await said(["node", ...program], `--require=${older}`);
      const sentence =
        "Retrieval Service needs Node 20.19 or later, and this is Node 18.20.8: install Node 24, then try again.";
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

describe("packages/contract/scripts/installation.mjs", () => {
  const program = ["node", "packages/contract/scripts/installation.mjs"];
  /** A checkout whose packages are all its own, so that npm needs no registry. */
  beforeEach(() => describeCheckout("1.0.0"));

  async function describeCheckout(version: string) {
    const root = { name: "checkout", version: "1.0.0", workspaces: ["packages/service"], engines: { node: ">=20.19" } };
    const service = { name: "service", version, type: "module" };
    const packages = {
      "": root,
      "node_modules/service": { resolved: "packages/service", link: true },
      "packages/service": service,
    };
    await writeCheckout({
      "package.json": root,
      "packages/service/package.json": service,
      "package-lock.json": lockOf(packages),
    });
  }
  const readLock = () => readFile(join(checkout, "package-lock.json"), "utf8");

  it("installs what is missing, says so in one line, and does nothing afterwards", async () => {
    const lock = await readLock();
    expect(await said(program)).toEqual({ code: 0, lines: [expect.stringContaining(NOT_YET)] });
    expect(await said(program)).toEqual({ code: 0, lines: [] });
    await rm(join(checkout, "node_modules/service"));
    expect(await said(program)).toEqual({ code: 0, lines: [expect.stringContaining(OTHERS)] });
    expect(await readLock()).toBe(lock);
  });

  it("installs again after a pull that changed package-lock.json", async () => {
    await said(program);
    await describeCheckout("1.1.0");
    expect(await said(program)).toEqual({ code: 0, lines: [expect.stringContaining(OTHERS)] });
    expect(await said(program)).toEqual({ code: 0, lines: [] });
  });

  it("names the file of a process that it waits for, and waits an hour at most", async () => {
    const file = join(checkout, ".preparing");
    await writeFile(file, String(process.pid));
    const almost = Date.now() / 1000 - 3_590;
    await utimes(file, almost, almost);
    const { code, lines } = await said(program);
    expect({ code, lines }).toEqual({
      code: 0,
      lines: [
        expect.stringMatching(/ waiting for its end\. If it does not, delete \S+\.preparing\.$/),
        expect.stringContaining(NOT_YET),
      ],
    });
  });

  it("speaks Japanese under a Japanese LANG", async () => {
    const { code, lines } = await said(program, "", "ja_JP.UTF-8");
    expect({ code, lines }).toEqual({
      code: 0,
      lines: ["パッケージがまだインストールされていません。npm でインストールします。1、2 分かかります。"],
    });
  });

  it("installs once if two processes begin together, also after one that was killed", async () => {
    const { pid } = spawnSync(process.execPath, ["--eval", ""]);
    await writeFile(join(checkout, ".preparing"), String(pid));
    const both = await Promise.all([said(program), said(program)]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    const lines = both.flatMap((one) => one.lines);
    expect(lines.filter((line) => line.includes(NOT_YET))).toHaveLength(1);
    expect(await readdir(checkout)).not.toContainEqual(expect.stringMatching(/^\.preparing/));
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
