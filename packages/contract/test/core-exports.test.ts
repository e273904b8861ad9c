import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "@jest/globals";

const packages = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string) => readFileSync(join(packages, path), "utf8");
const NAMES = /^(?:import|export)(?: type)? \{([^}]*)\} from "([^"]+)";/gm;
const named = (text: string, isFrom: (from: string) => boolean) =>
  [...text.matchAll(NAMES)]
    .filter(([, , from = ""]) => isFrom(from))
    .flatMap(([, names = ""]) => names.split(","))
    .map((name) => name.trim().replace(/^type | as .*$/g, ""))
    .filter((name) => name !== "");

const importers = readdirSync(packages)
  .filter((name) => name !== "core")
  .flatMap((name) => ["src", "test", "faults", "browser", "nodes"].map((folder) => join(name, folder)))
  .flatMap((folder) => {
    try {
      return readdirSync(join(packages, folder), { recursive: true, encoding: "utf8" }).map((file) =>
        join(folder, file),
      );
    } catch {
      return [];
    }
  })
  .filter((file) => /\.tsx?$/.test(file))
  .map(read);
const { exports } = JSON.parse(read("core/package.json")) as { exports: Record<string, unknown> };

describe("@retrieval/core", () => {
  // The main entry is for other services; the last three define what they export.
  const entries = Object.keys(exports).filter((entry) => ![".", "./errors", "./limits", "./problems"].includes(entry));
  it.each(entries)("exports from %s only what another package imports", (entry) => {
    const imported = new Set(
      importers.flatMap((text) => named(text, (from) => from === `@retrieval/core${entry.slice(1)}`)),
    );
    const offered = named(read(`core/src${entry.slice(1)}.ts`), () => true);
    expect(offered.filter((name) => !imported.has(name))).toEqual([]);
    expect(offered.length).toBeGreaterThan(0);
  });
});
