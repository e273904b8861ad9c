import { expect, test } from "@jest/globals";
import type { Reader } from "../../src/access/audience.js";
import { compareAccess } from "../../src/access/compare-access.js";
import { CLOSED, EVERYONE } from "../../src/access/rules.js";

const reader = (user_id: string, department_code: string): Reader => ({
  user_id,
  role: "user",
  department_code,
  permission_groups: [],
});
const READERS = [reader("1", "A"), reader("2", "B"), reader("3", "C")];
const departments = (...codes: string[]) => ({ ...CLOSED, allowed_department_codes: codes });
const compared = (...rules: Parameters<typeof compareAccess> extends [unknown, ...infer R] ? R : never) => {
  const { gained, lost, kept } = compareAccess(READERS, ...rules);
  return [gained, lost, kept].map((readers) => readers.map(({ user_id }) => user_id).join(""));
};

test("each reader of either rule gains, loses or keeps the document", () => {
  expect(compared(departments("A", "B"), departments("B", "C"))).toEqual(["3", "1", "2"]);
  expect(compared(EVERYONE, CLOSED)).toEqual(["", "123", ""]);
  expect(compared(CLOSED, CLOSED)).toEqual(["", "", ""]);
});

test("all readers of a new document gain it", () => {
  expect(compared(null, EVERYONE)).toEqual(["123", "", ""]);
});
