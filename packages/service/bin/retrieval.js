#!/usr/bin/env node
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { endWithNpm } from "./end-with-npm.js";
import { inLanguage, problemWithInstallation } from "./installation.js";

const main = new URL("../dist/commands/main.js", import.meta.url);
const problem =
  problemWithInstallation(fileURLToPath(new URL("..", import.meta.url))) ||
  (existsSync(main)
    ? null
    : inLanguage(
        "Retrieval Service is not built: run npm run build.",
        "Retrieval Service はビルドされていません。npm run build を実行してください。",
      ));

/** Imports the service, so the service cannot import it; an installation for production leaves it out. */
function demo() {
  return import("@retrieval/demo").catch((error) => {
    if (error.code !== "ERR_MODULE_NOT_FOUND" || !error.message.includes("'@retrieval/demo'")) throw error;
    throw new Error("The demo is not part of this installation. It comes with the source: run npm start there.");
  });
}

if (problem === null) {
  endWithNpm();
  // No top-level await: Node 12 could not parse it, and would not name what is missing.
  import(main.href).then(({ runCommand }) => runCommand({ demo }));
} else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
