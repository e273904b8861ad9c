import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { type AccessDecision, type AccessRules, decideAccess, type Reader } from "@retrieval/core";
import { accessVectors } from "../src/access-vectors.js";

interface Case extends AccessDecision {
  readonly reader: Reader;
  readonly rule: AccessRules;
}

const text = readFileSync(new URL("../../portal/vectors/access.json", import.meta.url), "utf8");

const { cases } = JSON.parse(text) as { readonly cases: readonly Case[] };

describe("the published decisions of the access rule", () => {
  it("are those that this code makes; packages/contract/scripts/write-access-vectors.mjs writes them", () => {
    // Not `toBe`, whose message would hold both files.
    expect(text === accessVectors()).toBe(true);
  });

  it("are 2,000 in a small file, and each reason is in many of them", () => {
    expect([cases.length, text.split("\n").length, text.length < 650_000]).toEqual([2_000, 2_003, true]);
    const share = cases.filter(({ allowed }) => allowed).length / cases.length;
    expect([share > 0.3, share < 0.8]).toEqual([true, true]);
    for (const by of ["role", "allow_all", "department", "group", "user"])
      expect(cases.filter(({ reasons }) => reasons.some((reason) => reason.by === by)).length).toBeGreaterThan(200);
  });

  it.each<[fault: string, changed: (name: string) => string]>([
    ["without regard to case", (name) => name.toLowerCase()],
    ["after NFC", (name) => name.normalize("NFC")],
    ["after NFKC", (name) => name.normalize("NFKC")],
    ["without white space at the edges", (name) => name.trim()],
    ["without spaces at the end", (name) => name.replace(/ +$/, "")],
    ["without leading zeros", (name) => name.replace(/^0+(?=\d)/, "")],
    ["as numbers", (name) => (/^[\d.]+$/.test(name) ? String(Number(name)) : name)],
    ["without invisible characters", (name) => name.replaceAll("\u200B", "")],
    ["with hiragana for katakana", (name) => name.replaceAll("カ", "か")],
    ["in UCS-2", (name) => name.replace(/[\u{10000}-\u{10FFFF}]/gu, "?")],
    ["by their first six characters", (name) => name.slice(0, 6)],
  ])("find names that are compared %s", (_, changed) => {
    const decided = ({ reader, rule }: Case) => {
      const names = JSON.stringify({ reader, rule });
      const other = JSON.parse(names, (key, value) =>
        typeof value === "string" && key !== "role" ? changed(value) : value,
      );
      return decideAccess(other.reader, other.rule).allowed;
    };
    expect(cases.filter((one) => decided(one) !== one.allowed).length).toBeGreaterThan(4);
  });

  it.each(["", "null", "NULL", "None"])("find a department that is %j where there is none", (department_code) => {
    const decided = ({ reader, rule }: Case) =>
      decideAccess({ ...reader, department_code: reader.department_code ?? department_code }, rule).allowed;
    expect(cases.filter((one) => decided(one) !== one.allowed).length).toBeGreaterThan(2);
  });

  it("find groups that are named twice, or in another order", () => {
    const groups = (reasons: AccessDecision["reasons"]) =>
      reasons.filter(({ by }) => by === "group").map((one) => one.value);
    const twice = cases.filter(({ reader, rule, reasons }) => {
      const named = reader.permission_groups.filter((group) => rule.allowed_groups.includes(group));
      return named.length !== groups(reasons).length;
    });
    const unsorted = cases.filter(({ reasons }) => groups(reasons).join() !== groups(reasons).sort().join());
    expect([twice.length > 20, unsorted.length > 20]).toEqual([true, true]);
  });
});
