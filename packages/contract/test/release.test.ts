import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";

const scripts = fileURLToPath(new URL("../scripts/", import.meta.url));

/** A repository of one package, whose version 0.3.0 is ready and follows 0.2.0. */
describe("npm run release", () => {
  let repository: string;
  const write = (path: string, text: string) => writeFileSync(join(repository, path), text);
  const git = (...args: string[]) => execFileSync("git", args, { cwd: repository });
  const commit = () => {
    git("add", ".");
    git("-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "--quiet", "--message", "A");
  };
  const refusal = (folder = "release"): unknown => {
    const file = pathToFileURL(join(repository, "packages/contract/scripts/release-refusal.mjs")).href;
    const script = `import { reasonNotToRelease } from ${JSON.stringify(file)};
      process.stdout.write(JSON.stringify(reasonNotToRelease(${JSON.stringify(join(repository, folder))})));`;
    return JSON.parse(execFileSync(process.execPath, ["--input-type=module", "--eval", script], { encoding: "utf8" }));
  };

  beforeEach(() => {
    repository = mkdtempSync(join(tmpdir(), "retrieval-release-"));
    mkdirSync(join(repository, "packages/contract/scripts"), { recursive: true });
    for (const name of ["release-refusal.mjs", "workspaces.mjs"])
      cpSync(join(scripts, name), join(repository, "packages/contract/scripts", name));
    write("package.json", '{ "version": "0.3.0" }');
    write("packages/contract/package.json", '{ "version": "0.3.0" }');
    write("CHANGELOG.md", "## [Unreleased]\n\n## [0.3.0] - 2027-01-31\n\n## [0.2.0] - 2026-11-30\n");
    write("README.md", "npm install ./retrieval-0.3.0.tgz\n");
    write(".gitignore", "/release/\n");
    git("init", "--quiet");
    commit();
  });
  afterEach(() => rmSync(repository, { recursive: true, force: true }));

  it("is made from a commit in which everything has the version", () => {
    expect(refusal()).toBeNull();
  });

  it("refuses what is not committed", () => {
    write("README.md", "changed\n");
    expect(refusal()).toMatch(/^Commit or remove these first.*:\n.*README\.md$/);
  });

  it("refuses a package of another version", () => {
    write("packages/contract/package.json", '{ "version": "0.2.0" }');
    commit();
    expect(refusal()).toMatch(/^package\.json has version 0\.3\.0; .*: contract\.$/);
  });

  it.each([["## [Unreleased]\n"], ["## [0.3.0]\n"], ["## [0.3.0] - soon\n"]])("refuses the changelog %j", (changes) => {
    write("CHANGELOG.md", `${changes}\n## [0.2.0] - 2026-11-30\n`);
    commit();
    expect(refusal()).toMatch(/^CHANGELOG\.md has no section "## \[0\.3\.0\] - YYYY-MM-DD"/);
  });

  it("refuses a document that names the version before", () => {
    write("README.md", "npm install ./retrieval-0.2.0.tgz\n");
    commit();
    expect(refusal()).toBe("These files still name version 0.2.0; write 0.3.0 there:\nREADME.md");
  });

  it("replaces the files of an earlier release, and refuses a folder with any other", () => {
    mkdirSync(join(repository, "release"));
    for (const name of ["retrieval-0.2.0.tgz", "retrieval-core-0.2.0.cdx.json", "NOTICE", "SHA256SUMS"])
      write(`release/${name}`, "");
    expect(refusal()).toBeNull();
    write("release/notes.txt", "mine");
    expect(refusal()).toMatch(
      /release is replaced by the release, and has notes\.txt: name an empty folder or a new one\.$/,
    );
    expect(refusal(".")).toMatch(/ is replaced by the release, and has /);
  });
});
