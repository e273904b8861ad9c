import "./installation.mjs";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inLanguage } from "../../service/bin/installation.js";
import { oneAtATime } from "./one-at-a-time.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const web = join(root, "packages/web");
/**
 * Installs and builds what is missing.
 *
 * @param {"packages" | "outdated pages" | "all"} what to build: the packages; also the pages if they are older than their
 *   inputs; also the pages in any case
 */
export function build(what) {
  oneAtATime(join(root, ".preparing"), () => {
    if (!existsSync(join(root, "packages/service/dist/index.js")))
      process.stderr.write(
        inLanguage(
          "The packages are not built yet: building them, which takes a minute or two.\n",
          "パッケージがまだビルドされていないため、ビルドします。1、2 分かかります。\n",
        ),
      );
    run("typescript/bin/tsc", "-b");
    if (what === "all" || (what === "outdated pages" && arePagesOutdated()))
      run("vite/bin/vite.js", "build", web, "--logLevel", "warn");
  });
}

function run(command, ...args) {
  const { status } = spawnSync(process.execPath, [join(root, "node_modules", command)].concat(args), {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status || 1);
}

function arePagesOutdated() {
  const built = changedAt(join(web, "dist/index.html"));
  return inputsOfPages().some((path) => changedAt(path) >= built);
}

/** Their own files, the packages that they import, and the guides with the documents and files that these link to. */
function inputsOfPages() {
  const own = ["src", "public", "build", "index.html", "vite.config.ts", "package.json"].map((name) => join(web, name));
  const others = ["packages/core/src", "packages/api/src", "docs", "deploy", "package-lock.json"];
  const folders = ["."].concat(readdirSync(join(root, "packages")).map((name) => join("packages", name)));
  for (const folder of folders)
    for (const name of readdirSync(join(root, folder))) if (/\.(?:md|yml)$/.test(name)) others.push(join(folder, name));
  return own.concat(others.map((path) => join(root, path)));
}

/** The time of the youngest file or folder in a folder; 0 if it does not exist. */
function changedAt(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => changedAt(join(path, name))));
}
