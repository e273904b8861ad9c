import { describe, expect, it } from "@jest/globals";
import { departmentChoices, groupChoices, userChoices } from "../../src/parts/choices.js";

const DEPARTMENTS = [
  { code: "D1030", name: "人事部" },
  { code: "D1040", name: "経理部" },
  { code: "D10", name: "Legal" },
];
const asTyped = { text: (typed: string) => `Add ${typed}`, detail: "unknown" };
const values = (choices: { value: string }[]) => choices.map(({ value }) => value);

describe("Departments", () => {
  it.each([
    ["", ["D1030", "D1040", "D10"]],
    ["人事", ["D1030", "人事"]],
    ["d104", ["D1040", "d104"]],
    ["ＬＥＧＡＬ", ["D10", "ＬＥＧＡＬ"]],
  ])("are found by code and name, whatever the case and width: %j", (typed, found) => {
    expect(values(departmentChoices(DEPARTMENTS, typed, [], asTyped))).toEqual(found);
  });

  it("are not offered once chosen, and a code in the master is never offered as unknown", () => {
    expect(values(departmentChoices(DEPARTMENTS, "D10", ["D1030"], asTyped))).toEqual(["D1040", "D10"]);
    expect(values(departmentChoices(DEPARTMENTS, "D10", ["D1030", "D10"], asTyped))).toEqual(["D1040"]);
  });

  it("missing from the master are offered as typed, without surrounding space", () => {
    expect(departmentChoices(DEPARTMENTS, " D9999 ", [], asTyped)).toEqual([
      { value: "D9999", text: "Add D9999", detail: "unknown", isNew: true },
    ]);
    expect(departmentChoices([], "D1", ["D1"], asTyped)).toEqual([]);
  });

  it("are offered fifty at a time", () => {
    const many = Array.from({ length: 400 }, (_, i) => ({ code: `D${i}`, name: "" }));
    expect(departmentChoices(many, "", [], asTyped)).toHaveLength(50);
  });
});

describe("Groups", () => {
  it("are the known ones, and any other as typed", () => {
    expect(values(groupChoices(["board", "audit"], "", ["audit"], asTyped))).toEqual(["board"]);
    expect(values(groupChoices(["board", "audit"], "boar", [], asTyped))).toEqual(["board", "boar"]);
    expect(values(groupChoices(["board"], "board", [], asTyped))).toEqual(["board"]);
  });
});

describe("Users", () => {
  const found = [
    { user_id: "100001", display_name: "佐藤 花子", role: "user", is_active: true },
    { user_id: "100002", display_name: "鈴木 一郎", role: "user", is_active: false },
  ] as const;

  it("are the matches of the service, by number and name", () => {
    expect(userChoices(found, "1000", [], "deactivated", null)).toEqual([
      { value: "100001", text: "100001 佐藤 花子" },
      { value: "100002", text: "100002 鈴木 一郎", detail: "deactivated" },
    ]);
  });

  it("that are not registered can be entered by number", () => {
    expect(values(userChoices(found, "1000", ["100001"], "", asTyped))).toEqual(["100002", "1000"]);
    expect(values(userChoices(found, "100002", ["100001"], "", asTyped))).toEqual(["100002"]);
  });
});
