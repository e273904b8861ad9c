// `npm start`: builds what is not built yet, then runs the demo.
import "../../contract/scripts/installation.mjs";
import { spawnSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const web = join(root, "packages/web");

build("typescript/bin/tsc", "-b");
if (!pagesAreBuilt()) build("vite/bin/vite.js", "build", web, "--logLevel", "warn");

process.argv.splice(2, 0, "demo");
import("../../service/bin/retrieval.js");

function build(command, ...args) {
  const { status } = spawnSync(process.execPath, [join(root, "node_modules", command), ...args], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status || 1);
}

/** Whether the pages are newer than all their inputs. The lock file represents their libraries. */
function pagesAreBuilt() {
  const built = changedAt(join(web, "dist/index.html"));
  const made = ["src", "public", "build", "index.html", "vite.config.ts", "package.json", "../../package-lock.json"];
  return made.every((name) => changedAt(join(web, name)) < built);
}

/** The time of the youngest file or folder in a folder; 0 if it does not exist. */
function changedAt(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => changedAt(join(path, name))));
}
