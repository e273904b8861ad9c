import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "@jest/globals";

const SOURCES = join(import.meta.dirname, "../src");
const BUILT = join(import.meta.dirname, "../dist");

const AsyncFunction = (async () => {}).constructor as new (
  ...parameters: string[]
) => (...values: unknown[]) => Promise<void>;

/** The example of a room's README, as statements, with what each commented line has to be. */
function exampleOf(readme: string): { imports: { names: string[]; file: string }[]; body: string } {
  const [, example] = /^```js\n([\s\S]+?)^```$/m.exec(readme) ?? [];
  if (example === undefined) throw new Error("the README has no js block");
  const imports: { names: string[]; file: string }[] = [];
  const rest = example.replace(/^import \{ ([^}]+) \} from "\.\/(.+)";\n/gm, (_, names: string, file: string) => {
    imports.push({ names: names.split(",").map((name) => name.trim()), file });
    return "";
  });
  return { imports, body: rest.replace(/^(.+?);? \/\/ → (.+)$/gm, "expect($1).toEqual($2);") };
}

const rooms = ["search/text", "search/index", "search/question", "search/ranking", "search/results", "answers"].filter(
  (room) => readdirSync(join(SOURCES, room)).includes("README.md"),
);

describe("the rooms of search", () => {
  it.each(rooms)("runs the example of %s", async (room) => {
    const { imports, body } = exampleOf(readFileSync(join(SOURCES, room, "README.md"), "utf8"));
    expect(body).toContain("expect(");
    const modules = await Promise.all(
      imports.map(
        ({ file }) => import(pathToFileURL(join(BUILT, room, file)).href) as Promise<Record<string, unknown>>,
      ),
    );
    const named = imports.flatMap(({ names }, i) => names.map((name) => [name, modules[i]?.[name]] as const));
    for (const [name, value] of named) if (value === undefined) throw new Error(`the room exports no ${name}`);
    await new AsyncFunction("expect", ...named.map(([name]) => name), body)(expect, ...named.map(([, value]) => value));
  });
});
