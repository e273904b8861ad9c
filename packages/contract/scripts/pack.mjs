// Makes the tarballs of a release, for `npm run release`. As a program, `node pack.mjs FOLDER` makes that of `retrieval`
// alone, from what is built. Why `retrieval` bundles its workspaces, and why a tarball names all that it needs:
// docs/decisions/0023. No `prepack`: .npmrc lets no script of that kind run.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { nameOf, needed, packages } from "./locked-packages.mjs";
import {
  pack,
  pathOf,
  publishedWorkspaces,
  readManifest,
  root,
  run,
  tarballOf,
  unpack,
  workspacesOf,
} from "./workspaces.mjs";

/** The demo imports the service, and the service all others, so that `retrieval demo` works too. */
const BUNDLED = workspacesOf("@retrieval/demo");
const SWAGGER_UI = "swagger-ui-dist";
/** It needs other versions of some packages than Express does, and a package.json can name one of each. */
const WITH_ALL_IT_NEEDS = "oidc-provider";

/**
 * Builds everything from nothing, and writes the tarballs of the published workspaces and of `retrieval` to a folder.
 *
 * @returns {Map<string, string[]>} the workspaces in each tarball or installed with it, by file name
 */
export function packInto(folder) {
  const published = publishedWorkspaces();
  // tsc keeps the output of a source file that has since been removed.
  for (const name of new Set([...BUNDLED, ...published]))
    rmSync(join(root, pathOf(name), "dist"), { recursive: true, force: true });
  run("npm", ["run", "--silent", "build"]);
  withFilesOf(published, (stage) => {
    const targets = published.map((name) => join(stage, "node_modules", name));
    for (const [index, name] of published.entries()) {
      const manifest = { ...readManifest(pathOf(name)), ...fixedDependencies([name]), devDependencies: undefined };
      writeManifest(targets[index], manifest);
      writeDocument(targets[index], "README.md", manifest.repository);
    }
    pack(targets, folder);
  });
  const application = packApplication(folder);
  return new Map([...published.map((name) => [tarballOf(name), workspacesOf(name)]), [application, BUNDLED]]);
}

/** The tarball of `retrieval`, from what is built: it has the workspaces in its node_modules. */
function packApplication(folder) {
  const { version, description, license, keywords, repository, type, engines } = readManifest("packages/service");
  const { dependencies, optionalDependencies } = fixedDependencies(BUNDLED);
  withFilesOf(BUNDLED, (stage) => {
    for (const name of BUNDLED) {
      const target = join(stage, "node_modules", name);
      // Its links lead to the repository, and this package has a README of its own.
      rmSync(join(target, "README.md"), { force: true });
      // npm would ask the registry for @retrieval/e5, which those who want it install themselves.
      writeManifest(target, { ...readManifest(pathOf(name)), optionalDependencies: {} });
    }
    bundleSwaggerUi(stage);
    bundleWithAllItNeeds(stage);
    writeManifest(stage, {
      ...{ name: "retrieval", version, description, license, keywords, repository, type, engines },
      bin: { retrieval: "node_modules/@retrieval/service/bin/retrieval.js" },
      ...{ dependencies: { ...dependencies, "@retrieval/demo": version }, optionalDependencies },
      bundleDependencies: [...BUNDLED, SWAGGER_UI, WITH_ALL_IT_NEEDS],
    });
    cpSync(join(root, "LICENSE"), join(stage, "LICENSE"));
    writeNotice(stage);
    for (const document of ["README.md", "COMMANDS.md"]) writeDocument(stage, document, repository);
    pack([stage], folder);
  });
  return `retrieval-${version}.tgz`;
}

/** Runs work on a folder that has the files of these workspaces, as npm packs them, in its node_modules. */
function withFilesOf(names, work) {
  const made = mkdtempSync(join(tmpdir(), "retrieval-pack-"));
  try {
    pack(
      names.map((name) => join(root, pathOf(name))),
      made,
    );
    for (const name of names) unpack(join(made, tarballOf(name)), join(made, "stage/node_modules", name));
    work(join(made, "stage"));
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

export function writeNotice(folder) {
  run(process.execPath, [join(root, "packages/contract/scripts/notice.mjs"), join(folder, "NOTICE")]);
}

/**
 * All that workspaces need, in the versions of package-lock.json, not only what they name themselves: npm reads a
 * shrinkwrap of a package from a registry only, and `overrides` of the root only. A build for one platform is left out,
 * because the package that it belongs to names its version.
 */
function fixedDependencies(names) {
  const dependencies = new Map();
  const optionalDependencies = new Map();
  const fix = (kind, name, version) => {
    if ((kind.get(name) ?? version) !== version)
      throw new Error(
        `package-lock.json has ${name} in the versions ${version} and ${kind.get(name)}: a tarball can name one`,
      );
    kind.set(name, version);
  };
  for (const name of names) {
    const own = Object.keys(readManifest(pathOf(name)).dependencies ?? {});
    for (const workspace of own.filter((one) => one.startsWith("@retrieval/")))
      fix(dependencies, workspace, readManifest(pathOf(workspace)).version);
    const whole = own.includes(WITH_ALL_IT_NEEDS) ? [`node_modules/${WITH_ALL_IT_NEEDS}`] : [];
    for (const path of needed(pathOf(name), own, new Set(whole))) {
      const { version, optional, os, cpu } = packages[path];
      if (!optional || !(os || cpu)) fix(optional ? optionalDependencies : dependencies, nameOf(path), version);
    }
  }
  const sorted = (kind) => Object.fromEntries([...kind].sort(([one], [other]) => (one < other ? -1 : 1)));
  return { dependencies: sorted(dependencies), optionalDependencies: sorted(optionalDependencies) };
}

/**
 * The files of swagger-ui-dist that the service serves, without its dependency @scarf/scarf: that one reports each
 * installation to its maker by an install script, and nothing here can override it in the project of a user.
 */
function bundleSwaggerUi(stage) {
  const from = join(root, "node_modules", SWAGGER_UI);
  const target = join(stage, "node_modules", SWAGGER_UI);
  for (const file of [
    "LICENSE",
    "NOTICE",
    "swagger-ui.css",
    "swagger-ui-bundle.js",
    "swagger-ui-bundle.js.LICENSE.txt",
  ])
    cpSync(join(from, file), join(target, file));
  const manifest = JSON.parse(readFileSync(join(from, "package.json"), "utf8"));
  writeManifest(target, { ...manifest, dependencies: {} });
}

/** A library with the packages that it needs in its own node_modules, as they are in ours, without their tests. */
function bundleWithAllItNeeds(stage) {
  const target = join(stage, "node_modules", WITH_ALL_IT_NEEDS);
  const filter = (path) => basename(path) !== "test";
  for (const path of needed("packages/service", [WITH_ALL_IT_NEEDS])) {
    const to = nameOf(path) === WITH_ALL_IT_NEEDS ? target : join(target, path);
    cpSync(join(root, path), to, { recursive: true, filter });
  }
}

/** With absolute links to the repository; links to the documents beside it stay. */
function writeDocument(target, name, { url, directory }) {
  const base = `${url.replace(/^git\+|\.git$/g, "")}/blob/main/${directory}/`;
  const text = readFileSync(join(root, directory, name), "utf8");
  writeFileSync(
    join(target, name),
    text.replace(/(?<=\]\()\.\.\/[^)]+/g, (path) => new URL(path, base).href),
  );
}

function writeManifest(target, manifest) {
  writeFileSync(join(target, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) packApplication(resolve(process.argv[2]));
