import { describe, expect, it } from "@jest/globals";
import { matching, offered } from "../../src/parts/choices.js";

const choice = (value: string, name = "") => ({ value, text: `${value} ${name}` });
const DEPARTMENTS = [choice("D1030", "人事部"), choice("D1040", "経理部"), choice("D10", "Legal")];
const asTyped = { text: (typed: string) => `Add ${typed}`, detail: "unknown" };
const values = (choices: { value: string }[]) => choices.map(({ value }) => value);

describe("The choices of a picker", () => {
  it.each([
    ["", ["D1030", "D1040", "D10"]],
    ["人事", ["D1030", "人事"]],
    ["d104", ["D1040", "d104"]],
    ["ＬＥＧＡＬ", ["D10", "ＬＥＧＡＬ"]],
  ])("are found by code and name, whatever the case and width: %j", (typed, found) => {
    expect(values(offered(matching(DEPARTMENTS, typed), typed, [], asTyped))).toEqual(found);
  });

  it("leave out what is chosen, and never offer as unknown what is known", () => {
    expect(values(offered(DEPARTMENTS, "D10", ["D1030"], asTyped))).toEqual(["D1040", "D10"]);
    expect(values(offered(DEPARTMENTS, "D10", ["D1030", "D10"], asTyped))).toEqual(["D1040"]);
  });

  it("have the typed text as the last one where it is unknown, without surrounding space", () => {
    const typed = { value: "D9999", text: "Add D9999", detail: "unknown", isNew: true };
    expect(offered([], " D9999 ", [], asTyped)).toEqual([typed]);
    expect(offered([], "D1", ["D1"], asTyped)).toEqual([]);
    expect(offered([], "D9999", [], null)).toEqual([]);
  });

  it("are fifty at a time", () => {
    const many = Array.from({ length: 400 }, (_, i) => choice(`D${i}`));
    expect(offered(many, "", [], asTyped)).toHaveLength(50);
  });
});
