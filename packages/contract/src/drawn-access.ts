import type { AccessRules, Reader } from "@retrieval/core";
import fc from "fast-check";

/** Few, so that readers and rules match; a careless filter would confuse them, or read them as syntax. */
const NAMES = [
  "D1",
  "d1",
  "Ｄ１",
  "D1 1",
  "NULL",
  "null",
  "",
  "*",
  "d:D1",
  "g:D1",
  "u:D1",
  "{}",
  "{D1,D2}",
  "a,b",
  'a"b',
  '"',
  "a\\b",
  "\\",
  "a'b",
  "''",
  "$1",
  "%",
  "か\u3099",
  "が",
  "𠮷",
  "𠮷野",
  "\uFA19",
  "神",
  "\u{10FFFF}",
  "\u0001\t\n",
];

const anyName = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...NAMES) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 6 }).map((text) => text.replaceAll("\0", "0")) },
);
const names = (maxLength: number) => fc.array(anyName, { maxLength, size: "max" });

/** @param most the most groups of a reader */
export const anyReader = (most = 5): fc.Arbitrary<Reader> =>
  fc.record({
    user_id: anyName,
    role: fc.constantFrom("user", "user", "user", "user", "user", "user", "user", "user", "admin", "developer"),
    department_code: fc.option(anyName, { freq: 4 }),
    permission_groups: names(most),
  });

/** @param most the most names of each list of a rule */
export const anyRule = (most = 5): fc.Arbitrary<AccessRules> =>
  fc.record({
    allow_all: fc.integer({ min: 0, max: 9 }).map((tenth) => tenth === 0),
    allowed_department_codes: names(most),
    allowed_groups: names(most),
    allowed_users: names(most),
  });
