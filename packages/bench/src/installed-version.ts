import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The version of an installed package; read as a file, because many packages do not export their package.json. */
export function versionOf(name: string): string {
  const file = fileURLToPath(new URL(`../../../node_modules/${name}/package.json`, import.meta.url));
  return JSON.parse(readFileSync(file, "utf8")).version;
}
