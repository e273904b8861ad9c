// `npm run release [-- FOLDER]`: writes to FOLDER (`release` unless given) all that a release has but the image: the
// tarballs, a bill of materials of each and of the image, NOTICE and SHA256SUMS. It publishes nothing;
// .github/workflows/release.yml does.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { billOfMaterials, billOfTheImage } from "./bill-of-materials.mjs";
import { packInto, writeNotice } from "./pack.mjs";
import { readManifest, root } from "./workspaces.mjs";

const folder = resolve(process.argv[2] ?? "release");
const { version } = readManifest(".");
const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();

const problem = reasonNotToRelease();
if (problem !== null) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}
rmSync(folder, { recursive: true, force: true });
const tarballs = packInto(folder);
writeNotice(folder);
await writeBillsOfMaterials();
writeSums();

function reasonNotToRelease() {
  const changed = git("status", "--porcelain");
  if (changed !== "") return `Commit or remove these first, because a release is made from a commit:\n${changed}`;
  const others = readdirSync(join(root, "packages")).filter(
    (name) => readManifest(`packages/${name}`).version !== version,
  );
  if (others.length > 0)
    return `package.json has version ${version}; give it to these packages too, then run npm install: ${others.join(", ")}.`;
  const changes = readFileSync(join(root, "CHANGELOG.md"), "utf8");
  if (!changes.split("\n").some((line) => /^## \[(.+)\] - \d{4}-\d\d-\d\d$/.exec(line)?.[1] === version))
    return `CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD": give the changes of this version its number and date.`;
  return null;
}

async function writeBillsOfMaterials() {
  const timestamp = git("log", "-1", "--format=%cI");
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
