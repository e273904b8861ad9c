// The packages of package-lock.json, each by its path in node_modules: what a running service contains, what the pages
// contain, and all that a workspace needs.
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { root } from "./workspaces.mjs";

const WEB = "packages/web";

export const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
export const installed = Object.keys(packages).filter((path) => path.includes("node_modules/") && !packages[path].link);
/** What `npm ci --omit=dev` installs, builds for other platforms counted. */
export const inService = installed.filter((path) => !packages[path].dev);
/** What the pages contain beside some of these. */
export const inPages = needed(WEB, importsOfThePages()).filter(
  (path) => packages[path].dev && !nameOf(path).startsWith("@types/"),
);

export function nameOf(path) {
  return packages[path].name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
}

export function licenceOf(path) {
  const { license, optional } = packages[path];
  // npm knows the licence of packages that it has seen; of another platform's build it has only the name.
  return license ?? (optional ? "of another platform's build, as its parent" : "not stated");
}

/** The installed packages with these names, as a package finds them, and all that they need. */
export function needed(from, names, found = new Set()) {
  for (const path of names.map((name) => resolved(from, name))) {
    if (path === null || found.has(path)) continue;
    found.add(path);
    needed(path, needs(packages[path]), found);
  }
  return [...found];
}

/** Names of what a package needs: its dependencies, also optional ones, and its peers. */
export function needs({ dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta }) {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

/** Node's look-up of a package: beside the importer, or in a folder above. null for a workspace. */
export function resolved(from, name) {
  for (let folder = from; ; folder = posix.dirname(folder)) {
    const path = posix.join(folder, "node_modules", name);
    if (path in packages) return packages[path].link ? null : path;
    if (folder === ".") return null;
  }
}

/** The packages that the pages' sources import by name, without those that only give types. */
function importsOfThePages() {
  const folder = join(root, WEB, "src");
  const sources = readdirSync(folder, { recursive: true }).filter((name) => /\.tsx?$/.test(name));
  const names = sources.flatMap((name) =>
    [
      ...readFileSync(join(folder, name), "utf8").matchAll(
        /^(?:import|export) (?!type ).*?from "((?:@[^/"]+\/)?[^./"][^/"]*)/gms,
      ),
    ].map(([, specifier]) => specifier),
  );
  return [...new Set(names)].filter((name) => name in packages[WEB].devDependencies);
}
