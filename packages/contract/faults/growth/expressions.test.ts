import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { expressionsIn } from "../../src/architecture/expressions.js";
import { growthOf, repeated } from "./growth.js";

// These packages are not imported above: expressions that a module constructs while it loads are recorded below.
const packages = fileURLToPath(new URL("../../..", import.meta.url));
const files = ["core", "ingest"].flatMap((name) =>
  readdirSync(join(packages, name, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => join(name, "src", file)),
);
const written = new Map(files.map((file) => [file, expressionsIn(file, readFileSync(join(packages, file), "utf8"))]));

/** It runs in a thread only; that it constructs nothing is checked below, as for the others. */
const THREAD_STARTS = new Set([join("ingest", "src", "isolated-thread.ts")]);

/** Work that grows with the square takes a quarter for half the size, so half the size needs a quarter of the floor. */
const MEASURE = { size: 1_500, floor: 250 };
const SIGNS = [" ", "\n", "　", "(", "（", "[", "1", "９", "十", "a"];
const DERIVED_MAX = 8;
/** Empty, a character that no expression looks for, and the same after white space. */
const ENDS = ["", "\0", " \0 "];

/** The worst texts for an expression are mostly made of its own characters. */
function unitsFor({ source }: RegExp): string[] {
  const named = source
    .replace(/\\[pPxu](?:\{[^}]*\}|[0-9a-f]{2,4})|\\[a-zA-Z]|[{][0-9,]+[}]/g, "")
    .replace(/\\(.)|[?*+]/g, "$1");
  const words = named.match(/[\p{L}:/.=<~-]{2,}/gu) ?? [];
  const signs = named.match(/[^\\()[\]{}|?*+^$]/gu) ?? [];
  return [...new Set([...words.slice(0, DERIVED_MAX), ...signs.slice(0, DERIVED_MAX)])];
}

function* textsFor(expression: RegExp): Generator<(size: number) => string> {
  const derived = unitsFor(expression);
  const units = [...new Set([...SIGNS, ...derived])];
  for (const end of ENDS) {
    for (const unit of units) {
      yield repeated(unit, { end });
      for (const prefix of units) yield repeated(unit, { prefix, end });
      for (const other of derived) yield repeated(other + unit, { end });
    }
  }
}

async function growing(expression: RegExp): Promise<string | null> {
  const { global } = expression;
  const work = (text: string) => (global ? text.match(expression)?.length : expression.test(text));
  for (const textOf of textsFor(expression)) {
    const growth = await growthOf(work, textOf, MEASURE);
    if (growth !== null) return `${JSON.stringify(textOf(12).slice(0, 24))}…: ${growth}`;
  }
  return null;
}

/** Every module, loaded with a RegExp that records what it constructs, and for which file. */
async function constructed(): Promise<Map<string, RegExp[]>> {
  const found = new Map<string, RegExp[]>();
  const { RegExp: original } = globalThis;
  globalThis.RegExp = new Proxy(original, {
    construct(target, given, newTarget) {
      const made = Reflect.construct(target, given, newTarget) as RegExp;
      const by = files.find((file) => new Error().stack?.includes(join("packages", file)));
      if (by !== undefined) found.set(by, [...(found.get(by) ?? []), made]);
      return made;
    },
  });
  try {
    for (const file of files.filter((each) => !THREAD_STARTS.has(each))) {
      await import(pathToFileURL(join(packages, file)).href);
    }
  } finally {
    globalThis.RegExp = original;
  }
  return found;
}

describe("the expressions of core and ingest", () => {
  let loaded: Map<string, RegExp[]>;
  beforeAll(async () => {
    loaded = await constructed();
  });

  it("are found by this test, and none is constructed after its module has loaded, where no test would find it", () => {
    expect(files.length).toBeGreaterThan(150);
    expect(written.get("core/src/text.ts")?.literals).toHaveLength(2);
    for (const [file, { constructed: by }] of written) {
      expect([file, by.later, loaded.get(file)?.length ?? 0]).toEqual([file, 0, by.atLoad]);
    }
    expect(loaded.get("core/src/chunks/section-label.ts")?.length).toBeGreaterThan(3);
  });

  it("take at most three times as long for twice the text", async () => {
    const growth: string[] = [];
    for (const [file, { literals }] of written) {
      for (const expression of [...literals, ...(loaded.get(file) ?? [])]) {
        const found = await growing(expression);
        if (found !== null) growth.push(`${file} ${expression}: ${found}`);
      }
    }
    expect(growth).toEqual([]);
  });

  it("would be found if they grew faster", async () => {
    for (const expression of [/第?\s*(\d)/, /\s+$/, /(?:[・.]\s?){3,}\d$/, /https?:\/\/\S*$/, /^(?:a+)+$/]) {
      expect([expression, await growing(expression)]).not.toContain(null);
    }
    expect(await growing(/(?:第\s*)?(\d)/)).toBeNull();
  });
});
