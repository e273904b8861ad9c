import type { QuantityPattern } from "./dates.js";

/** Parts of a whole, and halves of a unit, over a folded text with Arabic numbers. */

const PARTS: Readonly<Record<string, number>> = { half: 2, third: 3, quarter: 4, fourth: 4, fifth: 5, tenth: 10 };
const HALVES: Readonly<Record<string, { value: number; unit: string }>> = {
  日: { value: 0.5, unit: "day" },
  day: { value: 0.5, unit: "day" },
  月: { value: 0.5, unit: "month" },
  month: { value: 0.5, unit: "month" },
  年: { value: 6, unit: "month" },
  year: { value: 6, unit: "month" },
  時間: { value: 30, unit: "minute" },
  hour: { value: 30, unit: "minute" },
};
const UNITS: Readonly<Record<string, string>> = {
  年: "year",
  週: "week",
  週間: "week",
  日: "day",
  時間: "hour",
};

export const PARTS_PATTERNS: readonly QuantityPattern[] = [
  {
    // 2割5分 is 25 %.
    pattern: /([0-9]{1,3}(?:\.[0-9]{1,3})?)割(?!当|合|り当)(?:([0-9])分)?(?:([0-9])厘)?/g,
    read: ([, tenths, hundredths = 0, thousandths = 0]) =>
      percent(Number(tenths) * 10 + Number(hundredths) + Number(thousandths) / 10),
  },
  {
    pattern: /(?<![0-9.])([0-9]{1,6}) ?分の ?([0-9]{1,6})(?![0-9])/g,
    read: ([, whole, part]) => fraction(Number(part), Number(whole)),
  },
  {
    pattern: /(?<![0-9/.])([0-9]{1,4})[/⁄]([0-9]{1,4})(?![0-9/])/g,
    // 4/1 may be a date.
    read: ([code = "", part, whole]) =>
      Number(part) < Number(whole) ? fraction(Number(part), Number(whole)) : { value: code, unit: "" },
  },
  {
    pattern: /(?<![0-9.])([0-9]{1,3})[ -](half|third|quarter|fourth|fifth|tenth)(?:s|ves)?\b(?! part(?:y|ies)\b)/gi,
    read: ([, part, name = ""]) => fraction(Number(part), PARTS[name.toLowerCase()] ?? 0),
  },
  {
    pattern: /([0-9]{1,4}) ?(年|[かカヶケヵ箇]月|週間?|日|時間)半(?![期ば数額])/g,
    read: ([, number, unit = ""]) => ({ value: Number(number) + 0.5, unit: UNITS[unit] ?? "month" }),
  },
  {
    pattern: /([0-9]{1,4}) and a half[ -](year|month|week|day|hour)s?\b/gi,
    read: ([, number, unit = ""]) => ({ value: Number(number) + 0.5, unit: unit.toLowerCase() }),
  },
  { pattern: /半(日|年(?!金)|時間|月(?!板))/g, read: ([, unit = ""]) => HALVES[unit] ?? null },
  {
    pattern: /\bhalf[ -](?:an? )?(day|month|year|hour)\b/gi,
    read: ([, unit = ""]) => HALVES[unit.toLowerCase()] ?? null,
  },
  {
    pattern: /(?<!過)半(?:数|額|分)|(?<!(?:first|second|latter|former|other|first-|second-) ?)\bhalf\b/gi,
    read: () => percent(50),
  },
];

const percent = (value: number) => ({ value: Number(value.toPrecision(12)), unit: "%" });

/** As a percentage if that is a whole number: 100分の25, 1/4 and 25 % are the same. */
function fraction(part: number, whole: number) {
  if (whole === 0) return null;
  if ((part * 100) % whole === 0) return percent((part * 100) / whole);
  const divisor = commonDivisor(part, whole);
  return { value: `${part / divisor}/${whole / divisor}`, unit: "" };
}

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b));
