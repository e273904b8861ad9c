import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import type { AccessDecision } from "@retrieval/core";
import { accessVectors } from "../src/access-vectors.js";

const text = readFileSync(new URL("../../portal/vectors/access.json", import.meta.url), "utf8");

describe("the published decisions of the access rule", () => {
  it("are those that this code makes; packages/contract/scripts/write-access-vectors.mjs writes them", () => {
    // Not `toBe`, whose message would hold both files.
    expect(text === accessVectors()).toBe(true);
  });

  it("are 2,000 in a small file, and each reason is in many of them", () => {
    const { cases } = JSON.parse(text) as { readonly cases: readonly AccessDecision[] };
    expect([cases.length, text.split("\n").length, text.length < 600_000]).toEqual([2_000, 2_003, true]);
    const share = cases.filter(({ allowed }) => allowed).length / cases.length;
    expect([share > 0.3, share < 0.8]).toEqual([true, true]);
    for (const by of ["role", "allow_all", "department", "group", "user"])
      expect(cases.filter(({ reasons }) => reasons.some((reason) => reason.by === by)).length).toBeGreaterThan(40);
  });
});
