// `node notice.mjs FILE`: writes to FILE what is in this folder's node_modules for the service, in the pages and in the
// service's own files, each with its version, licence and the texts that its licence wants passed on. The tarball
// `retrieval` and the image have it. The pages must be built.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inService, licenceOf, nameOf, packages } from "./locked-packages.mjs";
import { readManifest, root } from "./workspaces.mjs";

const read = (path) => readFileSync(join(root, path), "utf8").trim();
const heading = (title) => `${"=".repeat(79)}\n${title}\n${"=".repeat(79)}`;

writeFileSync(
  process.argv[2],
  [...introduction(), ...ownFiles(), ...ofThePages(), ...ofThePackages(), ""].join("\n\n"),
);

function introduction() {
  const { version } = readManifest(".");
  return [`NOTICE of Retrieval Service ${version}. Its own licence is in the file LICENSE.`];
}

function ownFiles() {
  return [
    heading("The common English words of search, packages/service/vocabulary/words-en.txt: SCOWL"),
    read("packages/service/vocabulary/LICENSE-SCOWL.txt"),
    heading("The embedded model of @retrieval/e5"),
    read("packages/e5/NOTICE"),
    read("packages/e5/model/LICENSE"),
  ];
}

/** As the build of the pages lists its libraries. */
function ofThePages() {
  return [heading("Libraries in the pages"), read("packages/web/dist/.vite/license.md")];
}

/** Packages with the same texts have them once. */
function ofThePackages() {
  const byText = new Map();
  for (const path of inService.filter((one) => existsSync(join(root, one)))) {
    const label = `${nameOf(path)} ${packages[path].version} (${licenceOf(path)})`;
    const text = textsOf(path).join("\n\n") || "It has no file of a licence.";
    byText.set(text, (byText.get(text) ?? new Set()).add(label));
  }
  return [...byText].flatMap(([text, labels]) => [heading([...labels].sort().join("\n")), text]);
}

function textsOf(path) {
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(?:licen[cs]e|copying|notice)|\.LICENSE\.txt$/i.test(entry.name))
    .map(({ name }) => read(join(path, name)));
}
