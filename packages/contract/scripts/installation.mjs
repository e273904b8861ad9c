// Checks the requirements of building, testing and npm start before anything is loaded (packages/service/bin/installation.js
// names the supported versions of Node). As a program: prints what is missing in one sentence, and exits with 1.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { problemWithInstallation } from "../../service/bin/installation.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const packages = readdirSync(join(root, "packages")).map((name) => join(root, "packages", name));
const problem = problemWithInstallation([root].concat(packages), { development: true });
if (problem !== null) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}
