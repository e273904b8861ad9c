import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { faults, type SourceFile } from "./import-rules.js";
import { readSource } from "./read-source.js";

const repositoryRoot = fileURLToPath(new URL("../../../..", import.meta.url));

/** Checks every source and test of the workspace. Throws if it finds no file to read, so that it cannot pass by accident. */
export function checkWorkspace(root = repositoryRoot): { files: number; faults: string[] } {
  const sources = packagesIn(root).flatMap((name) => [
    ...sourcesIn(root, name, "src"),
    ...sourcesIn(root, name, "test"),
  ]);
  if (sources.length === 0) throw new Error(`No sources under ${join(root, "packages")}`);
  return { files: sources.length, faults: sources.flatMap(faults) };
}

/** By package: those that its product code imports. */
export function importedPackages(root = repositoryRoot): ReadonlyMap<string, readonly string[]> {
  return new Map(
    packagesIn(root).map((name) => {
      const imports = sourcesIn(root, name, "src").flatMap((source) => source.imports);
      const packages = imports.map(({ from }) => from.match(/^@retrieval\/([^/]+)/)?.[1]);
      return [name, [...new Set(packages.filter((other) => other !== undefined && other !== name))].sort() as string[]];
    }),
  );
}

const packagesIn = (root: string) => readdirSync(join(root, "packages"));

function sourcesIn(root: string, name: string, area: SourceFile["area"]): SourceFile[] {
  return pathsIn(root, join("packages", name, area)).map((path) =>
    readSource(path, readFileSync(join(root, path), "utf8")),
  );
}

function pathsIn(root: string, folder: string): string[] {
  try {
    return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => join(folder, path).split(sep).join("/"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
