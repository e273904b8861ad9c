// Loaded before anything else, by the command, npm start and npm test. So it has to run on a Node that is too old and
// without any package: it uses Node's own modules only, and no syntax newer than Node 12's (a test checks that).
import { lstatSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * What keeps the packages in these folders from running here.
 *
 * @param {string[]} folders each with a package.json; the first one says which Node is needed
 * @param {{ development?: boolean, node?: string }} options with development, what building and testing need too
 * @returns {string | null} one sentence saying what is missing and what to do
 */
export function problemWithInstallation(folders, options = {}) {
  const manifests = folders.map((folder) => [folder, JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))]);
  const needed = manifests[0][1].engines.node.replace(">=", "");
  const node = options.node || process.versions.node;
  if (isOlder(node, needed))
    return `Retrieval Service needs Node ${needed} or later, and this is Node ${node}: install Node 24, then run npm ci.`;

  const missing = new Set();
  for (const [folder, { dependencies, devDependencies }] of manifests) {
    const names = Object.keys(Object.assign({}, dependencies, options.development ? devDependencies : {}));
    for (const name of names) if (!isInstalled(name, folder)) missing.add(name);
  }
  if (missing.size === 0) return null;
  const [first] = missing;
  const others = missing.size === 1 ? "" : ` and ${missing.size - 1} others`;
  return `Packages are not installed (${first}${others}): run npm ci.`;
}

function isOlder(version, than) {
  const [major, minor] = version.split(".").map(Number);
  const [majorThan, minorThan] = than.split(".").map(Number);
  return major < majorThan || (major === majorThan && minor < minorThan);
}

/** Looks as Node does: in the folder, or in one above. A link counts, wherever it leads. */
function isInstalled(name, folder) {
  for (let at = folder; ; at = dirname(at)) {
    try {
      lstatSync(join(at, "node_modules", name));
      return true;
    } catch (_error) {
      if (at === dirname(at)) return false;
    }
  }
}
