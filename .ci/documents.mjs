// Every file that our documents link to or name in code marks, `like/this.md`, must exist.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const documents = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => path !== "" && !path.startsWith("packages/demo/sample/") && existsSync(join(root, path)));

const link = /\]\((?!https?:|mailto:|#)([^)\s#]+)/g;
const named = /`((?:packages|docs|deploy|scripts|\.ci)\/[\w./-]+)`/g;

let count = 0;
let faults = 0;
for (const document of documents) {
  const text = readFileSync(join(root, document), "utf8");
  const paths = [
    ...[...text.matchAll(link)].map(([, path]) => join(dirname(document), decodeURI(path))),
    ...[...text.matchAll(named)].map(([, path]) => path),
  ];
  for (const path of paths.map(normalize)) {
    count += 1;
    if (existsSync(join(root, path)) || isMade(path)) continue;
    faults += 1;
    process.stderr.write(`${document}: there is no ${path}\n`);
  }
}
process.stdout.write(`${documents.length} documents name ${count} files, ${faults} of them missing.\n`);
if (count === 0 || faults > 0) process.exitCode = 1;

/** What a build or an operator makes is not there in a fresh clone; Git ignores it. */
function isMade(path) {
  return spawnSync("git", ["check-ignore", "--quiet", `${path}/`], { cwd: root }).status === 0;
}
