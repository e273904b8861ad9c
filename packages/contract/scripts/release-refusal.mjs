// What `npm run release` checks first.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readManifest, root } from "./workspaces.mjs";

const OF_A_RELEASE = /^(retrieval-.+\.(tgz|cdx\.json)|NOTICE|SHA256SUMS(\.sigstore\.json)?)$/;
/** Files that may name an earlier version: history, measurements, versions of other packages. */
const MAY_BE_OLDER = ["CHANGELOG.md", "package-lock.json", "docs/benchmarks.md", "docs/decisions", "docs/licences.md"];

/**
 * @param {string} folder the release goes there, and replaces what is in it
 * @returns {string | null} what is wrong and what to do about it, or null
 */
export function reasonNotToRelease(folder) {
  const { version } = readManifest(".");
  const changed = git("status", "--porcelain");
  if (changed !== "") return `Commit or remove these first, because a release is made from a commit:\n${changed}`;
  const others = readdirSync(join(root, "packages")).filter(
    (name) => readManifest(`packages/${name}`).version !== version,
  );
  if (others.length > 0)
    return `package.json has version ${version}; give it to these packages too, then run npm install: ${others.join(", ")}.`;
  const changes = readFileSync(join(root, "CHANGELOG.md"), "utf8");
  const released = [...changes.matchAll(/^## \[(.+)\] - \d{4}-\d\d-\d\d$/gm)].map(([, one]) => one);
  if (!released.includes(version))
    return `CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD": give the changes of this version its number and date.`;
  const previous = released[released.indexOf(version) + 1];
  const outdated = previous && git("grep", "-lwF", previous, "--", ".", ...MAY_BE_OLDER.map((path) => `:!${path}`));
  if (outdated) return `These files still name version ${previous}; write ${version} there:\n${outdated}`;
  const foreign = existsSync(folder) && readdirSync(folder).find((name) => !OF_A_RELEASE.test(name));
  if (foreign) return `${folder} is replaced by the release, and has ${foreign}: name an empty folder or a new one.`;
  return null;
}

function git(...args) {
  const { stdout, stderr, status, error } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  // 1: grep finds nothing.
  if (error || status > 1) throw error ?? new Error(stderr);
  return stdout.trim();
}
