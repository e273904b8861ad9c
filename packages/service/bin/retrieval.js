#!/usr/bin/env node
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { endWithNpm } from "./end-with-npm.js";
import { problemWithInstallation } from "./installation.js";

const main = new URL("../dist/commands/main.js", import.meta.url);
const problem =
  problemWithInstallation([fileURLToPath(new URL("..", import.meta.url))]) ||
  (existsSync(main) ? null : "Retrieval Service is not built: run npm run build.");

if (problem === null) {
  endWithNpm();
  // No await: Node 12 could not read it, and would say so instead of what is missing.
  import(main.href);
} else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
