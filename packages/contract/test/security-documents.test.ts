import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "@jest/globals";

const at = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));
const rowsOf = (name: string) =>
  readFileSync(at(name), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| ---"))
    .map((line) => line.slice(2, -2).split(" | "));
const filesIn = (text: string) =>
  [...text.matchAll(/`((?:packages|\.ci)\/[\w./-]+)`/g)].map(([, path]) => path as string);

describe("SECURITY.md", () => {
  const rows = rowsOf("SECURITY.md").filter(([who]) => who !== "attacker");

  it("names existing evidence for every threat", () => {
    expect(rows.length).toBeGreaterThan(30);
    expect(rows.filter((row) => row.length !== 4)).toEqual([]);
    expect(rows.filter(([, , , shown = ""]) => filesIn(shown).length === 0)).toEqual([]);
    expect(filesIn(rows.flat().join(" ")).filter((path) => !existsSync(at(path)))).toEqual([]);
  });
});

describe("docs/security/asvs.md", () => {
  const items = rowsOf("docs/security/asvs.md").filter(([number = ""]) => /^V\d/.test(number));

  it("has every item once, with its level and one of four verdicts", () => {
    const numbers = items.map(([number]) => number);
    expect(numbers.length).toBeGreaterThan(200);
    expect(new Set(numbers).size).toBe(numbers.length);
    for (const [number = "", level = "", , verdict = "", why = ""] of items) {
      expect(number).toMatch(/^V\d+(\.\d+\.\d+(–V\d+\.\d+\.\d+)?)?$/);
      expect(level).toMatch(/^[123]$/);
      expect(["met", "operator", "not met", "does not apply"]).toContain(verdict);
      expect({ number, said: why !== "" }).toEqual({ number, said: true });
    }
  });

  it("names existing files", () => {
    const named = items.flatMap((item) => filesIn(item.join(" ")));
    expect(named.length).toBeGreaterThan(200);
    expect([...new Set(named)].filter((path) => !existsSync(at(path)))).toEqual([]);
  });
});
