import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "@jest/globals";
import { importedPackages } from "../src/architecture/check.js";
import { ImportGraph } from "../src/architecture/import-graph.js";
import { ALLOWED_IMPORTS } from "../src/architecture/import-rules.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const page = readFileSync(`${root}/docs/architecture.md`, "utf8");
const [drawing = "", ...paths] = [...page.matchAll(/^```text\n(.*?)^```$/gms)].map(([, text = ""]) => text);
const packages = readdirSync(`${root}/packages`).sort();

describe("the drawing of the packages", () => {
  const imported = importedPackages(root);
  const rows = drawing.split("\n").map((line) => packages.filter((name) => new RegExp(`(^| )${name}( |$)`).test(line)));
  const rowOf = (name: string) => rows.findIndex((row) => row.includes(name));
  const table = new Map(
    [...page.matchAll(/^\| `(\w+)` \| ([^|]*) \|$/gm)].map(([, name = "", imports = ""]) => [
      name,
      [...imports.matchAll(/`(\w+)`/g)].map(([, other]) => other).sort(),
    ]),
  );

  it("has each package that is shipped once, below all that it imports", () => {
    expect(rows.flat().sort()).toEqual(packages.filter((name) => name !== "bench" && name !== "contract"));
    const drawn = [...imported].filter(([name]) => rowOf(name) !== -1);
    const arrows = drawn.flatMap(([name, imports]) => imports.map((other) => [name, other] as const));
    expect(arrows.filter(([name, other]) => rowOf(other) === -1 || rowOf(other) >= rowOf(name))).toEqual([]);
  });

  it("has a table of what each package imports and may import", () => {
    expect(table).toEqual(imported);
    expect(table).toEqual(ALLOWED_IMPORTS);
  });
});

describe("each step of the nine paths", () => {
  const graph = new ImportGraph(root);
  const textOf = (path: string) => readFileSync(`${root}/${path}`, "utf8");
  const holds: Readonly<Record<Step["arrow"], (step: Step) => boolean>> = {
    "": ({ to }) => textOf(to) !== "",
    "→": ({ from, to }) => graph.importsOf(from).has(to),
    "←": ({ from, to }) => graph.importsOf(to).has(from),
    "⇢": ({ from, operation, to }) =>
      new RegExp(`\\b${operation}\\b`).test(textOf(from)) &&
      new RegExp(`^  (?:async )?${operation}\\(`, "m").test(textOf(to)),
  };

  it.each(paths.flatMap(stepsOf))("is in the code: $from $arrow $operation $to", (step) => {
    expect(holds[step.arrow](step)).toBe(true);
  });

  it("is read from the page", () => {
    expect(paths).toHaveLength(9);
  });

  it("is a direct import: what only reaches a file does not count", () => {
    const [from, to] = ["packages/http/src/handlers/sign-in.ts", "packages/core/src/sign-in/checks.ts"];
    expect(graph.importsOf(from)).toContain("packages/core/src/sign-in/sign-in.ts");
    expect(graph.importsOf(from)).not.toContain(to);
  });
});

interface Step {
  readonly from: string;
  /** As the page explains them; "": the first file of a path. */
  readonly arrow: "" | "→" | "←" | "⇢";
  /** Of `⇢`; otherwise "". */
  readonly operation: string;
  readonly to: string;
}

/** The step to each line comes from the nearest line above that is less indented. */
function stepsOf(path: string): Step[] {
  const above: { readonly indent: number; readonly file: string }[] = [];
  return path
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const read = line.match(/^( *)(?:([→←]) |(⇢) (\w+) )?([\w./-]+\.tsx?)(?: |$)/);
      if (read === null) throw new Error(`not a step: ${line}`);
      const [, spaces = "", plain, call, operation = "", name] = read;
      while (above.length > 0 && (above.at(-1)?.indent ?? 0) >= spaces.length) above.pop();
      const from = above.at(-1)?.file ?? "";
      const arrow = (plain ?? call ?? "") as Step["arrow"];
      if ((from === "") !== (arrow === "")) throw new Error(`nothing leads here, or no arrow: ${line}`);
      const file = `packages/${name}`;
      above.push({ indent: spaces.length, file });
      return { from, arrow, operation, to: file };
    });
}
