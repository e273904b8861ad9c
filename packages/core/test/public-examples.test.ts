import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import * as core from "../src/index.js";
import { runExample } from "./examples.js";

const SOURCES = join(import.meta.dirname, "../src");

/** Each `@example` of core, with the name that its docstring stands above. */
const examples = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .flatMap((file) => [
    ...readFileSync(join(SOURCES, file), "utf8").matchAll(
      /^ \* @example\n \* ```js\n((?: \* .*\n)+?) \* ```\n \*\/\nexport (?:function|class) (\w+)/gm,
    ),
  ])
  .map(([, lines = "", name = ""]) => ({ name, code: lines.replace(/^ \* /gm, "") }));

describe("the examples of what core exports", () => {
  it("exist for each rule that other services import", () => {
    const rules = ["decideAccess", "readerFilter", "AudienceIndex", "readAccessRules", "readerOfClaims", "signRequest"];
    expect(examples.map(({ name }) => name)).toEqual(expect.arrayContaining(rules));
  });

  it.each(examples)("$name", async ({ name, code }) => {
    expect(Object.keys(core)).toContain(name);
    await runExample(code, { ...core });
  });
});
