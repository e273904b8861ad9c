import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, it } from "@jest/globals";
import { runExample } from "./examples.js";

const SOURCES = join(import.meta.dirname, "../src");
const BUILT = join(import.meta.dirname, "../dist");

/** The example of a room's README, with its imports apart. */
function exampleOf(readme: string): { imports: { names: string[]; file: string }[]; code: string } {
  const [, example] = /^```js\n([\s\S]+?)^```$/m.exec(readme) ?? [];
  if (example === undefined) throw new Error("the README has no js block");
  const imports: { names: string[]; file: string }[] = [];
  const code = example.replace(/^import \{ ([^}]+) \} from "\.\/(.+)";\n/gm, (_, names: string, file: string) => {
    imports.push({ names: names.split(",").map((name) => name.trim()), file });
    return "";
  });
  return { imports, code };
}

const rooms = ["search/text", "search/index", "search/question", "search/ranking", "search/results", "answers"].filter(
  (room) => readdirSync(join(SOURCES, room)).includes("README.md"),
);

describe("the rooms of search", () => {
  it.each(rooms)("runs the example of %s", async (room) => {
    const { imports, code } = exampleOf(readFileSync(join(SOURCES, room, "README.md"), "utf8"));
    const modules = await Promise.all(
      imports.map(
        ({ file }) => import(pathToFileURL(join(BUILT, room, file)).href) as Promise<Record<string, unknown>>,
      ),
    );
    const named = imports.flatMap(({ names }, i) => names.map((name) => [name, modules[i]?.[name]] as const));
    for (const [name, value] of named) if (value === undefined) throw new Error(`the room exports no ${name}`);
    await runExample(code, Object.fromEntries(named));
  });
});
