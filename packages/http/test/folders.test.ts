import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "@jest/globals";

const src = fileURLToPath(new URL("../src", import.meta.url));

/** The folders that each folder may import, as README.md draws them. `deps.ts` has types only; every folder may use it. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  answers: [],
  metrics: [],
  server: ["answers"],
  routing: ["answers", "metrics"],
  middleware: ["answers", "metrics", "routing"],
  handlers: ["answers", "routing"],
  pages: ["answers", "routing"],
  openapi: ["answers", "pages", "routing"],
  oauth: ["answers", "routing"],
};

it("the folders import one another in one direction", () => {
  const found: string[] = [];
  for (const path of readdirSync(src, { recursive: true, encoding: "utf8" })) {
    const [folder = "", file] = path.split(sep);
    if (file === undefined) continue;
    for (const [, specifier = ""] of readFileSync(join(src, path), "utf8").matchAll(/from "(\.[^"]+)"/g)) {
      const target = relative(src, join(src, dirname(path), specifier)).split(sep)[0] as string;
      if (target !== folder && target !== "deps.js" && !MAY_IMPORT[folder]?.includes(target))
        found.push(`${path}: ${specifier}`);
    }
  }
  expect(found).toEqual([]);
});

it("deps.ts imports types only", () => {
  const text = readFileSync(join(src, "deps.ts"), "utf8");
  expect(text.match(/^import (?!type )/gm)).toBeNull();
});
