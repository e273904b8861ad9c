// `node copy-packages.mjs FOLDER NAME...`: copies each workspace NAME and all that it imports to FOLDER, which gets the
// layout of the repository. Each has the files of its tarball, and the packages that are installed beside it.
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pack, pathOf, root, tarballOf, unpack, workspacesOf } from "./workspaces.mjs";

const [folder, ...named] = process.argv.slice(2);
const names = [...new Set(named.flatMap((name) => workspacesOf(name)))];
const work = mkdtempSync(join(tmpdir(), "retrieval-copy-"));
try {
  pack(
    names.map((one) => join(root, pathOf(one))),
    work,
  );
  for (const one of names) {
    const target = join(folder, pathOf(one));
    unpack(join(work, tarballOf(one)), target);
    const installed = join(root, pathOf(one), "node_modules");
    if (existsSync(installed))
      cpSync(installed, join(target, "node_modules"), { recursive: true, verbatimSymlinks: true });
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
