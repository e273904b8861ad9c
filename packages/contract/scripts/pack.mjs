// `npm run pack [-- FOLDER]`: builds everything from nothing and writes the tarballs of the published packages to FOLDER
// (`tarballs` unless given). Why `retrieval` bundles its workspaces: docs/decisions/0023. No `prepack`: .npmrc lets no
// script of that kind run.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const folder = resolve(process.argv[2] ?? "tarballs");
const readManifest = (path) => JSON.parse(readFileSync(join(root, path, "package.json"), "utf8"));

const LIBRARIES = ["@retrieval/core", "@retrieval/api", "@retrieval/portal"];
/** The demo imports the service, and the service all others, so that `retrieval demo` works too. */
const BUNDLED = workspacesOf("@retrieval/demo");

mkdirSync(folder, { recursive: true });
const work = mkdtempSync(join(tmpdir(), "retrieval-pack-"));
try {
  // tsc keeps the output of a source file that has since been removed.
  for (const name of BUNDLED) rmSync(join(root, pathOf(name), "dist"), { recursive: true, force: true });
  run("npm", ["run", "--silent", "build"]);
  pack(
    BUNDLED.map((name) => join(root, pathOf(name))),
    work,
  );
  for (const name of LIBRARIES) cpSync(join(work, tarballOf(name)), join(folder, tarballOf(name)));
  const stage = join(work, "retrieval");
  makeStage(stage);
  pack([stage], folder);
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** A package that has the workspaces in its node_modules and asks the registry only for what they need from others. */
function makeStage(stage) {
  for (const name of BUNDLED) {
    const target = join(stage, "node_modules", name);
    mkdirSync(target, { recursive: true });
    run("tar", ["-xzf", join(work, tarballOf(name)), "-C", target, "--strip-components=1"]);
    // Its links lead to the repository, and this package has a README of its own.
    rmSync(join(target, "README.md"), { force: true });
  }
  const { version, description, license, keywords, repository, type, engines } = readManifest("packages/service");
  const manifest = {
    ...{ name: "retrieval", version, description, license, keywords, repository, type, engines },
    bin: { retrieval: "node_modules/@retrieval/service/bin/retrieval.js" },
    dependencies: allDependencies(),
    bundleDependencies: BUNDLED,
  };
  writeFileSync(join(stage, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(root, "LICENSE"), join(stage, "LICENSE"));
  for (const document of ["README.md", "COMMANDS.md"]) {
    const text = readFileSync(join(root, "packages/service", document), "utf8");
    writeFileSync(join(stage, document), withAbsoluteLinks(text, repository));
  }
}

/** The dependencies of all bundled workspaces. npm obeys `overrides` only in the root, so here they are dependencies. */
function allDependencies() {
  const ranges = new Map(Object.entries(readManifest(".").overrides));
  for (const name of BUNDLED) {
    for (const [dependency, range] of Object.entries(readManifest(pathOf(name)).dependencies ?? {})) {
      const other = ranges.get(dependency);
      if (other !== undefined && other !== range) throw new Error(`${dependency}: ${other} and ${range} (${name})`);
      ranges.set(dependency, range);
    }
    ranges.set(name, readManifest(pathOf(name)).version);
  }
  return Object.fromEntries([...ranges].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Leaves the links to the documents beside it as they are. */
function withAbsoluteLinks(markdown, { url, directory }) {
  const base = `${url.replace(/^git\+|\.git$/g, "")}/blob/main/${directory}/`;
  return markdown.replace(/(?<=\]\()\.\.\/[^)]+/g, (path) => new URL(path, base).href);
}

/** The workspace and all that it imports. */
function workspacesOf(name, found = new Set()) {
  if (found.has(name)) return [...found];
  found.add(name);
  for (const dependency of Object.keys(readManifest(pathOf(name)).dependencies ?? {})) {
    if (dependency.startsWith("@retrieval/")) workspacesOf(dependency, found);
  }
  return [...found].sort();
}

function pathOf(name) {
  return name.replace("@retrieval/", "packages/");
}

/** As npm names it. */
function tarballOf(name) {
  return `${name.replace("@", "").replace("/", "-")}-${readManifest(pathOf(name)).version}.tgz`;
}

function pack(folders, destination) {
  run("npm", ["pack", "--silent", "--pack-destination", destination, ...folders]);
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: "inherit" });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args[0]} ended with ${status}`);
}
