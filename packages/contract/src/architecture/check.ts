import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { faults } from "./import-rules.js";
import { readSource } from "./read-source.js";

const repositoryRoot = fileURLToPath(new URL("../../../..", import.meta.url));

/** Checks every source and test of the workspace. Throws if it finds no file to read, so that it cannot pass by accident. */
export function checkWorkspace(root = repositoryRoot): { files: number; faults: string[] } {
  const paths = readdirSync(join(root, "packages")).flatMap((name) =>
    ["src", "test"].flatMap((area) => sourcesIn(root, join("packages", name, area))),
  );
  if (paths.length === 0) throw new Error(`No sources under ${join(root, "packages")}`);
  return {
    files: paths.length,
    faults: paths.flatMap((path) => faults(readSource(path, readFileSync(join(root, path), "utf8")))),
  };
}

function sourcesIn(root: string, folder: string): string[] {
  try {
    return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => join(folder, path).split(sep).join("/"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
