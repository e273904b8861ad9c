/** A quantity that a pattern reads from its match; null where the match is none. */
export interface QuantityPattern {
  readonly pattern: RegExp;
  readonly read: (groups: readonly (string | undefined)[]) => { value: number | string; unit: string } | null;
}

/** Dates: 2026-04-01, 2026-04, 2026, --04-01, --04. Times of day: 17:00. */
export const DATE = "date";
export const CLOCK = "clock";
const FISCAL_YEAR = "fiscal year";

/** The year before the first one of each era. */
const ERAS: Readonly<Record<string, number>> = {
  ...{ 令和: 2018, 平成: 1988, 昭和: 1925, 大正: 1911, 明治: 1867 },
  ...{ reiwa: 2018, heisei: 1988, showa: 1925, r: 2018, h: 1988, s: 1925 },
};
const MONTHS = "January February March April May June July August September October November December".split(" ");
const SHORT_MONTHS = MONTHS.map((month) => month.slice(0, 3));
const MONTH = `(${MONTHS.join("|")}|(?:${SHORT_MONTHS.join("|")}|Sept)(?:\\.|\\b))`;
const DAY = "([0-9]{1,2})(?:st|nd|rd|th)?(?![0-9])";
const YEAR = "(?:,? ([0-9]{4})(?![0-9]))?";
/** May is a month only behind a word like in. */
const BEFORE_MONTH =
  "(?<=\\b(?:in|In|of|by|By|until|Until|from|From|since|Since|to|each|every|Each|Every|during|and|or|end of|before|after) )";

/** Patterns over a folded text with Arabic numbers; each is linear. The first one that matches at a place counts. */
export const DATE_PATTERNS: readonly QuantityPattern[] = [
  {
    pattern:
      /(令和|平成|昭和|大正|明治) ?(元|[0-9]{1,2}) ?年 ?(度)?(?:(?<!度)([0-9]{1,2}) ?月(?!間)(?: ?([0-9]{1,2}) ?日)?)?/g,
    read: ([, era, year, fiscal, month, day]) => yearOrDate(yearOf(era, year), fiscal, month, day),
  },
  {
    pattern: /(?<![0-9])([0-9]{4}) ?年(?!間)(度)?(?:(?<!度) ?([0-9]{1,2}) ?月(?!間)(?: ?([0-9]{1,2}) ?日)?)?/g,
    read: ([, year, fiscal, month, day]) => (isYear(year) ? yearOrDate(Number(year), fiscal, month, day) : null),
  },
  {
    pattern: /(?<![0-9])([0-9]{1,2}) ?月(?!間)(?: ?([0-9]{1,2}) ?日(?!間))?/g,
    read: ([, month, day]) => dateOf(null, month, day),
  },
  {
    pattern: /(?<![0-9.])([0-9]{4})([-/.])([0-9]{1,2})\2([0-9]{1,2})(?![0-9])/g,
    read: ([, year, , month, day]) => dateOf(Number(year), month, day),
  },
  {
    pattern: /\b([RHS])([0-9]{1,2})[./]([0-9]{1,2})[./]([0-9]{1,2})(?![0-9])/g,
    read: ([, era, year, month, day]) => dateOf(yearOf(era, year), month, day),
  },
  {
    pattern: new RegExp(`(?<![0-9])${DAY}(?: of)? ${MONTH}${YEAR}`, "g"),
    read: ([, day, month, year]) => englishDate(year, month, day),
  },
  {
    pattern: new RegExp(`\\b${MONTH} ${DAY}${YEAR}`, "g"),
    read: ([, month, day, year]) => englishDate(year, month, day),
  },
  {
    pattern: new RegExp(`\\b${MONTH} ([0-9]{4})(?![0-9])`, "g"),
    read: ([, month, year]) => englishDate(year, month, undefined),
  },
  {
    pattern: new RegExp(`\\b(${MONTHS.filter((month) => month !== "May").join("|")})\\b|${BEFORE_MONTH}(May)\\b`, "g"),
    read: ([, month, may]) => englishDate(undefined, month ?? may, undefined),
  },
  {
    pattern: /\b(Reiwa|Heisei|Showa) ([0-9]{1,2})(?![0-9])/gi,
    read: ([, era, year]) => yearOrDate(yearOf(era, year), undefined, undefined, undefined),
  },
  {
    pattern: /\b(?:FY|fiscal year|fiscal) ?([0-9]{4})(?![0-9])/gi,
    read: ([, year]) => ({ value: Number(year), unit: FISCAL_YEAR }),
  },
];

export const CLOCK_PATTERNS: readonly QuantityPattern[] = [
  {
    pattern: /(午前|午後)? ?(?<![0-9])([0-9]{1,2}) ?時(?!間)(?: ?([0-9]{1,2}) ?分|(半))?/g,
    read: ([, half, hour, minute, isHalf]) => clockOf(half, hour, isHalf === undefined ? minute : "30"),
  },
  {
    pattern: /(午前|午後)? ?(?<![0-9:])([0-9]{1,2}):([0-9]{2})(?::[0-9]{2})?(?![0-9:])(?: ?([ap])\.?m\b\.?)?/gi,
    read: ([, before, hour, minute, behind]) => clockOf(before ?? behind, hour, minute),
  },
  {
    pattern: /(?<![0-9:.])([0-9]{1,2})(?:\.([0-9]{2}))? ?([ap])\.?m\b\.?/gi,
    read: ([, hour, minute, half]) => clockOf(half, hour, minute),
  },
  { pattern: /(?<![0-9])([0-9]{1,2}) o['’]clock/gi, read: ([, hour]) => clockOf(undefined, hour, undefined) },
  { pattern: /正午|\bnoon\b/gi, read: () => ({ value: "12:00", unit: CLOCK }) },
];

const two = (value: number) => String(value).padStart(2, "0");

function yearOf(era = "", year = ""): number {
  return (ERAS[era] ?? ERAS[era.toLowerCase()] ?? 0) + (year === "元" ? 1 : Number(year));
}

export const isYear = (year = "") => year >= "1800" && year <= "2199";

function yearOrDate(year: number, fiscal: string | undefined, month: string | undefined, day: string | undefined) {
  if (fiscal !== undefined) return { value: year, unit: FISCAL_YEAR };
  return month === undefined ? { value: String(year), unit: DATE } : dateOf(year, month, day);
}

function dateOf(year: number | null, month: string | undefined, day: string | undefined) {
  const [m, d] = [Number(month), day === undefined ? null : Number(day)];
  if (!(m >= 1 && m <= 12) || (d !== null && (d < 1 || d > 31))) return null;
  return { value: [year === null ? "-" : year, two(m), ...(d === null ? [] : [two(d)])].join("-"), unit: DATE };
}

function englishDate(year: string | undefined, month = "", day: string | undefined) {
  const place = SHORT_MONTHS.indexOf(month.slice(0, 3)) + 1;
  return dateOf(year === undefined ? null : Number(year), String(place), day);
}

function clockOf(half: string | undefined, hour: string | undefined, minute = "0") {
  const isAfternoon = half === "午後" || half?.toLowerCase() === "p";
  const isMorning = half === "午前" || half?.toLowerCase() === "a";
  let h = Number(hour);
  const m = Number(minute);
  if (h > 24 || m > 59) return null;
  if (isAfternoon && h < 12) h += 12;
  if (isMorning && h === 12) h = 0;
  return { value: `${two(h)}:${two(m)}`, unit: CLOCK };
}

/** Whether a date says what another one says, or less: 4月1日 and 2026年 are in 2026年4月1日. */
export function isInDate(part: string, date: string): boolean {
  if (part === date || date.startsWith(`${part}-`)) return true;
  const [ofYear, ofDate] = [part.replace(/^-/, ""), date.replace(/^(?:-|[0-9]{4})/, "")];
  return part.startsWith("-") && (ofYear === ofDate || ofDate.startsWith(`${ofYear}-`));
}
