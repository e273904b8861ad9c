import type { AccessRules, Reader } from "@retrieval/core";
import fc from "fast-check";

/**
 * Names that a careless comparison takes for one another, or reads as syntax, in rows of look-alikes: few, so that readers
 * and rules match.
 */
const ALIKE = [
  ["D1", "d1", "Ｄ１", "D1 ", " D1"],
  ["001234", "1234", "1234.0", "１２３４"],
  ["", "NULL", "null", "None"],
  ["*", "%", "_", "$1"],
  ["D1", "d:D1", "g:D1", "u:D1"],
  ["a,b", "a", "{a,b}"],
  ['a"b', '"', "a\\b", "\\", "a'b", "''"],
  ["か\u3099", "が", "か", "カ"],
  ["𠮷", "𠮷野", "吉", "\uFA19", "神"],
  ["I", "i", "ı", "ß", "ss"],
  ["人事", "人事\u200B", "人 事", "人\u3000事"],
  ["東日本営業部第一課", "東日本営業部第二課"],
  ["\u0001\t\n", "\t", "\u{10FFFF}"],
];

const nameOf = (row: readonly string[]) =>
  fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...row) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 6 }).map((text) => text.replaceAll("\0", "0")) },
  );
const anyName = nameOf(ALIKE.flat());
const names = (maxLength: number, name: fc.Arbitrary<string>) => fc.array(name, { maxLength, size: "max" });

/** @param most the most groups of a reader */
export const anyReader = (most = 5, name = anyName): fc.Arbitrary<Reader> =>
  fc.record({
    user_id: name,
    role: fc.constantFrom("user", "user", "user", "user", "user", "user", "user", "user", "admin", "developer"),
    department_code: fc.option(name, { freq: 4 }),
    permission_groups: names(most, name),
  });

/** @param most the most names of each list of a rule */
export const anyRule = (most = 5, name = anyName): fc.Arbitrary<AccessRules> =>
  fc.record({
    allow_all: fc.integer({ min: 0, max: 9 }).map((tenth) => tenth === 0),
    allowed_department_codes: names(most, name),
    allowed_groups: names(most, name),
    allowed_users: names(most, name),
  });

/** A reader and a rule with look-alikes alone, so that they match, or nearly match, in most fields. */
export const anyCase = (most: number): fc.Arbitrary<[Reader, AccessRules]> =>
  fc.constantFrom(...ALIKE).chain((row) => fc.tuple(anyReader(most, nameOf(row)), anyRule(most, nameOf(row))));
