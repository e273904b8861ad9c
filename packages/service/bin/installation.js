// Loaded before anything else, by the command, npm start and npm test. So it has to run on a Node that is too old and
// without any package: it uses Node's own modules only, and no syntax newer than Node 12's (a test checks that).
import { lstatSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * What keeps the package in this folder from running here.
 *
 * @returns {string | null} one sentence saying what is missing and what to do
 */
export function problemWithInstallation(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const problem = problemWithNode(manifest);
  if (problem !== null) return problem;

  const missing = Object.keys(manifest.dependencies).filter((name) => !isInstalled(name, folder));
  if (missing.length === 0) return null;
  const more = missing.length - 1;
  return inLanguage(
    `Packages are not installed (${missing[0]}${more === 0 ? "" : ` and ${more} others`}): run npm ci.`,
    `パッケージがインストールされていません（${missing[0]}${more === 0 ? "" : ` ほか ${more} 個`}）。npm ci を実行してください。`,
  );
}

/** As texts/say.ts chooses, which cannot be loaded yet. */
export function inLanguage(english, japanese) {
  const { LC_ALL, LC_MESSAGES, LANG } = process.env;
  return (LC_ALL || LC_MESSAGES || LANG || "").startsWith("ja") ? japanese : english;
}

/** @returns {string | null} one sentence, if this Node is older than a package.json says */
export function problemWithNode({ engines }) {
  const needed = engines.node.replace(">=", "");
  const node = process.versions.node;
  if (!isOlder(node, needed)) return null;
  return inLanguage(
    `Retrieval Service needs Node ${needed} or later, and this is Node ${node}: install Node 24, then try again.`,
    `Retrieval Service には Node ${needed} 以降が必要ですが、この Node は ${node} です。Node 24 をインストールしてから、もう一度実行してください。`,
  );
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
