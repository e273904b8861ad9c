import { describe, expect, it } from "@jest/globals";
import * as tables from "../src/problems.js";

describe("the codes of problems", () => {
  it("are each in one group, since a later group would overwrite an earlier one", () => {
    const groups = Object.entries(tables).filter(([name]) => name.endsWith("_PROBLEMS"));
    const codes = groups.flatMap(([, group]) => Object.keys(group));
    expect([...codes, "more"].sort()).toEqual(Object.keys(tables.PROBLEMS).sort());
  });
});
