// Loaded first by npm start, npm test and npm run build, and as a program: refuses a Node that is too old, and installs
// what package-lock.json names where node_modules lacks it, also after a pull that changed that file. Runs before anything
// is installed and on every Node, as packages/service/bin/installation.js does.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inLanguage, problemWithNode } from "../../service/bin/installation.js";
import { oneAtATime } from "./one-at-a-time.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const read = (file) => JSON.parse(readFileSync(join(root, file), "utf8"));
// npm writes it at the end of each installation: what is in node_modules.
const INSTALLED = "node_modules/.package-lock.json";

const problem = problemWithNode(read("package.json"));
if (problem !== null) end(problem);
if (reasonToInstall() !== null) oneAtATime(join(root, ".preparing"), install);

/** Again, because another process may have installed in the meantime. */
function install() {
  const reason = reasonToInstall();
  if (reason === null) return;
  process.stderr.write(
    `${reason}${inLanguage(": npm installs them now, which takes a minute or two.", "。npm でインストールします。1、2 分かかります。")}\n`,
  );
  // Unlike npm ci, it does not delete first what it cannot download again, and is quick after a small change.
  const args = ["install", "--no-save", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status, error } = spawnSync("npm", args, {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    // npm is a script of the shell there.
    shell: process.platform === "win32",
  });
  if (status === 0 && reasonToInstall() === null) return;
  const why = error ? `did not start: ${error.message}` : `ended with ${status}`;
  end(
    inLanguage(
      `The packages could not be installed (npm install ${why}). ` +
        "Check that this machine reaches registry.npmjs.org or your mirror (docs/operate/deployment.md, " +
        '"Behind a company proxy"), or run npm ci, then try again.',
      `パッケージをインストールできませんでした（npm install：${error ? error.message : `終了コード ${status}`}）。` +
        "registry.npmjs.org またはミラーに接続できることを確認するか（docs/guide/ja/deployment.md）、" +
        "npm ci を実行してから、もう一度試してください。",
    ),
  );
}

/** null if everything is installed as package-lock.json says; packages for other platforms may be missing. */
function reasonToInstall() {
  if (!existsSync(join(root, INSTALLED)))
    return inLanguage("The packages are not installed yet", "パッケージがまだインストールされていません");
  const locked = read("package-lock.json").packages;
  const installed = read(INSTALLED).packages;
  const isMissing = (path) => path !== "" && !installed[path] && !locked[path].optional && !locked[path].devOptional;
  const isOther = (path) =>
    !locked[path] || locked[path].version !== installed[path].version || !existsSync(join(root, path));
  return Object.keys(locked).some(isMissing) || Object.keys(installed).some(isOther)
    ? inLanguage(
        "The installed packages are not those of package-lock.json",
        "インストールされているパッケージが package-lock.json と違います",
      )
    : null;
}

function end(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
