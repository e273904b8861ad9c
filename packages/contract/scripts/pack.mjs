// `npm run pack [-- FOLDER]`: builds everything from nothing and writes the tarballs of the published packages to FOLDER
// (`tarballs` unless given). Why `retrieval` bundles its workspaces: docs/decisions/0023. No `prepack`: .npmrc lets no
// script of that kind run.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pack, pathOf, readManifest, root, run, tarballOf, unpack, workspacesOf } from "./workspaces.mjs";

const folder = resolve(process.argv[2] ?? "tarballs");

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
    unpack(join(work, tarballOf(name)), target);
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
