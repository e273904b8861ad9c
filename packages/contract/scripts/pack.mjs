// `npm run pack [-- FOLDER]`: builds everything from nothing and writes the tarballs of the published packages to FOLDER
// (`tarballs` unless given). Why `retrieval` bundles its workspaces: docs/decisions/0023. No `prepack`: .npmrc lets no
// script of that kind run.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pack, pathOf, readManifest, root, run, tarballOf, unpack, workspacesOf } from "./workspaces.mjs";

const folder = resolve(process.argv[2] ?? "tarballs");

const LIBRARIES = ["@retrieval/core", "@retrieval/api", "@retrieval/portal"];
/** Installed beside `retrieval` by those who need it. */
const ADDITIONS = ["@retrieval/e5", "@retrieval/ocr"];
/** The demo imports the service, and the service all others, so that `retrieval demo` works too. */
const BUNDLED = workspacesOf("@retrieval/demo");
const SWAGGER_UI = "swagger-ui-dist";

mkdirSync(folder, { recursive: true });
const work = mkdtempSync(join(tmpdir(), "retrieval-pack-"));
try {
  // tsc keeps the output of a source file that has since been removed.
  for (const name of [...BUNDLED, ...ADDITIONS])
    rmSync(join(root, pathOf(name), "dist"), { recursive: true, force: true });
  run("npm", ["run", "--silent", "build"]);
  pack(
    [...BUNDLED, ...ADDITIONS].map((name) => join(root, pathOf(name))),
    work,
  );
  for (const name of [...LIBRARIES, ...ADDITIONS]) cpSync(join(work, tarballOf(name)), join(folder, tarballOf(name)));
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
  bundleSwaggerUi(stage);
  const { version, description, license, keywords, repository, type, engines } = readManifest("packages/service");
  const manifest = {
    ...{ name: "retrieval", version, description, license, keywords, repository, type, engines },
    bin: { retrieval: "node_modules/@retrieval/service/bin/retrieval.js" },
    dependencies: allDependencies(),
    bundleDependencies: [...BUNDLED, SWAGGER_UI],
  };
  writeFileSync(join(stage, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(root, "LICENSE"), join(stage, "LICENSE"));
  for (const document of ["README.md", "COMMANDS.md"]) {
    const text = readFileSync(join(root, "packages/service", document), "utf8");
    writeFileSync(join(stage, document), withAbsoluteLinks(text, repository));
  }
}

/**
 * What the bundled workspaces depend on, in the versions of package-lock.json: an installation from the tarball has those
 * that were tested. npm obeys `overrides` only in the root, so here they are dependencies.
 */
function allDependencies() {
  const locked = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  const overrides = Object.entries(readManifest(".").overrides);
  const versions = new Map(overrides.filter(([, version]) => !version.startsWith("npm:")));
  for (const name of BUNDLED) {
    const { version, dependencies = {} } = readManifest(pathOf(name));
    versions.set(name, version);
    for (const dependency of Object.keys(dependencies).filter((one) => !BUNDLED.includes(one))) {
      if (locked[`${pathOf(name)}/node_modules/${dependency}`])
        throw new Error(`${name} has a version of ${dependency} of its own`);
      versions.set(dependency, locked[`node_modules/${dependency}`].version);
    }
  }
  return Object.fromEntries([...versions].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * The files of swagger-ui-dist that the service serves, without its dependency: that one reports each installation to its
 * maker by an install script, and nothing here can override it in the project of a user.
 */
function bundleSwaggerUi(stage) {
  const from = join(root, "node_modules", SWAGGER_UI);
  const target = join(stage, "node_modules", SWAGGER_UI);
  for (const file of ["LICENSE", "NOTICE", "swagger-ui.css", "swagger-ui-bundle.js"])
    cpSync(join(from, file), join(target, file));
  const manifest = JSON.parse(readFileSync(join(from, "package.json"), "utf8"));
  writeFileSync(join(target, "package.json"), `${JSON.stringify({ ...manifest, dependencies: {} }, null, 2)}\n`);
}

/** Leaves the links to the documents beside it as they are. */
function withAbsoluteLinks(markdown, { url, directory }) {
  const base = `${url.replace(/^git\+|\.git$/g, "")}/blob/main/${directory}/`;
  return markdown.replace(/(?<=\]\()\.\.\/[^)]+/g, (path) => new URL(path, base).href);
}
