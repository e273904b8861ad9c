// The workspaces that a package consists of, and the files of each: those that `files` of its package.json names, as npm
// packs them. The tarballs and the image take them from here.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../..", import.meta.url));

export const readManifest = (path) => JSON.parse(readFileSync(join(root, path, "package.json"), "utf8"));

/** Names of the workspaces that have a tarball of their own: those that package.json does not call private. */
export function publishedWorkspaces() {
  const manifests = readdirSync(join(root, "packages")).map((name) => readManifest(join("packages", name)));
  return manifests.flatMap(({ name, private: isPrivate }) => (isPrivate ? [] : [name])).sort();
}

/** The workspace and all that it imports. */
export function workspacesOf(name, found = new Set()) {
  if (found.has(name)) return [...found];
  found.add(name);
  for (const dependency of Object.keys(readManifest(pathOf(name)).dependencies ?? {})) {
    if (dependency.startsWith("@retrieval/")) workspacesOf(dependency, found);
  }
  return [...found].sort();
}

export function pathOf(name) {
  return name.replace("@retrieval/", "packages/");
}

/** As npm names it. */
export function tarballOf(name) {
  return `${name.replace("@", "").replace("/", "-")}-${readManifest(pathOf(name)).version}.tgz`;
}

export function pack(folders, destination) {
  mkdirSync(destination, { recursive: true });
  run("npm", ["pack", "--silent", "--pack-destination", destination, ...folders]);
}

export function unpack(tarball, target) {
  mkdirSync(target, { recursive: true });
  run("tar", ["-xzf", tarball, "-C", target, "--strip-components=1"]);
}

export function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: "inherit" });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args[0]} ended with ${status}`);
}
