import type { QuantityPattern } from "./dates.js";

/** Words that say a number of times or a rate without a numeral, over a folded text. */

/** ようか and いつか are other words too. */
const DAYS_IN_KANA: Readonly<Record<string, number>> = {
  ...{ ふつか: 2, みっか: 3, よっか: 4, むいか: 6, ここのか: 9, とおか: 10, はつか: 20 },
};

const PER: Readonly<Record<string, string>> = { 日額: "day", 月額: "month", 年額: "year", employee: "person" };

export const RATE_PATTERNS: readonly QuantityPattern[] = [
  {
    pattern: /\btwice(?: (the|as|his|her|their|its|normal)\b)?/gi,
    read: ([, of]) => ({ value: 2, unit: of === undefined ? "time" : "fold" }),
  },
  {
    pattern: /(?:\b([0-9]{1,4})|\ba|\bthe)? ?\b(half )?dozen\b|([0-9]{1,4})? ?(半)?ダース/gi,
    read: ([, english, half, japanese, halfAgain]) => ({
      value: Number(english ?? japanese ?? 1) * ((half ?? halfAgain) === undefined ? 12 : 6),
      unit: "",
    }),
  },
  {
    pattern: new RegExp(Object.keys(DAYS_IN_KANA).join("|"), "g"),
    read: ([word = ""]) => ({ value: DAYS_IN_KANA[word] ?? 0, unit: "day" }),
  },
  { pattern: /(?<![ァ-ヺー])ゼロ(?![ァ-ヺー])|\bnil\b/gi, read: () => ({ value: 0, unit: "" }) },
  { pattern: /\bfortnight(?:ly)?\b/gi, read: () => ({ value: 2, unit: "week" }) },
  { pattern: /\bonce(?= (?:a|per|every|each|in)\b)/gi, read: () => ({ value: 1, unit: "time" }) },
  {
    pattern: /\bper (day|week|month|year|hour|person|employee|night)\b|[日月年]額/gi,
    read: ([word = "", unit]) => ({ value: 1, unit: PER[unit?.toLowerCase() ?? word] ?? unit?.toLowerCase() ?? "" }),
  },
];
