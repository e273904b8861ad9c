import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "@jest/globals";

const at = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));
const listed = readFileSync(at("docs/licences.md"), "utf8");

/** Licences of packages that we pass on: each asks only for its text and its authors' names. */
const SHIPPED = [
  ...["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "Apache-2.0", "Unlicense", "BlueOak-1.0.0"],
  // Dual-licensed: we use it under the MIT licence.
  ...["(MIT OR GPL-3.0-or-later)", "(MIT OR CC0-1.0)"],
  // Zlib requires that changed versions say so.
  "(MIT AND Zlib)",
  // The text in `duck` is the BSD-2-Clause.
  "BSD",
];
/** Licences of packages that stay on our own machines. */
const FOR_DEVELOPMENT = [
  ...SHIPPED,
  ...["Apache-2.0 AND MIT", "MIT OR Apache-2.0", "MIT-0", "CC0-1.0"],
  // Copyleft for its own files, which we do not change: axe-core, lightningcss.
  "MPL-2.0",
  // A table of browsers that requires naming its source: caniuse-lite.
  "CC-BY-4.0",
  "of another platform's build, as its parent",
  // @react-aria/optimize-locales-plugin: its LICENSE file is Apache-2.0.
  "not stated",
];

function licencesIn(part: string, column: number): string[] {
  const [, text = ""] = listed.split(`\n## ${part}\n`);
  const [table = ""] = text.split("\n## ");
  const rows = table.split("\n").filter((line) => line.startsWith("| "));
  return rows.slice(2).map((row) => row.split(" | ")[column]?.replace(/^\| | \|$/g, "") ?? "");
}

describe("docs/licences.md", () => {
  // To correct it: node packages/contract/scripts/list-licences.mjs
  it("agrees with package-lock.json", () => {
    const now = execFileSync(process.execPath, [at("packages/contract/scripts/list-licences.mjs"), "--print"], {
      encoding: "utf8",
    });
    expect(listed).toBe(now);
  });

  it.each(["In the service", "In the pages"])("names no licence that we may not pass on: %s", (part) => {
    const licences = licencesIn(part, 2);
    expect(licences.length).toBeGreaterThan(20);
    expect(licences.filter((licence) => !SHIPPED.includes(licence))).toEqual([]);
  });

  it("names no other licence for development tools", () => {
    const licences = licencesIn("For development only", 0);
    expect(licences.length).toBeGreaterThan(5);
    expect(licences.filter((licence) => !FOR_DEVELOPMENT.includes(licence))).toEqual([]);
  });
});
