// `npm run release [-- FOLDER]`: writes to FOLDER (`release` unless given) all that a release has but the image: the
// tarballs, a bill of materials of each and of the image, NOTICE and SHA256SUMS. It empties a folder of an earlier
// release, and refuses any other that is not empty. It publishes nothing; .github/workflows/release.yml does.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { billOfMaterials, billOfTheImage } from "./bill-of-materials.mjs";
import { packInto, writeNotice } from "./pack.mjs";
import { reasonNotToRelease } from "./release-refusal.mjs";
import { readManifest, root } from "./workspaces.mjs";

const folder = resolve(process.argv[2] ?? "release");
const { version } = readManifest(".");

const problem = reasonNotToRelease(folder);
if (problem !== null) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}
rmSync(folder, { recursive: true, force: true });
const tarballs = packInto(folder);
writeNotice(folder);
await writeBillsOfMaterials();
writeSums();

async function writeBillsOfMaterials() {
  const timestamp = execFileSync("git", ["log", "-1", "--format=%cI"], { cwd: root, encoding: "utf8" }).trim();
  for (const [file, workspaces] of tarballs) {
    const subject = { type: "file", name: file, version, hashes: [{ alg: "SHA-256", content: sumOf(file) }] };
    const bill = await billOfMaterials(subject, workspaces, { timestamp });
    writeFileSync(join(folder, file.replace(/tgz$/, "cdx.json")), bill);
  }
  writeFileSync(join(folder, `retrieval-image-${version}.cdx.json`), await billOfTheImage({ timestamp }));
}

function writeSums() {
  const lines = readdirSync(folder)
    .sort()
    .map((file) => `${sumOf(file)}  ${file}\n`);
  writeFileSync(join(folder, "SHA256SUMS"), lines.join(""));
}

function sumOf(file) {
  return createHash("sha256")
    .update(readFileSync(join(folder, file)))
    .digest("hex");
}
