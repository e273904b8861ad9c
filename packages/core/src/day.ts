import type { Problem } from "./problems.js";

/** The day of a moment in a time zone: `2026-01-31`. @param timeZone an IANA name, as `Asia/Tokyo` */
export function dayIn(ms: number, timeZone: string): string {
  const numbers = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  const parts = new Intl.DateTimeFormat("en-u-ca-gregory-nu-latn", { timeZone, ...numbers }).formatToParts(ms);
  const { year, month, day } = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  return `${year}-${month}-${day}`;
}

/** The day of a moment in UTC: `2026-01-31`. @param ms milliseconds since 1970 */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** The moment when a day begins in a time zone, in milliseconds since 1970. */
export function startOfDay(day: string, timeZone: string): number {
  const [utc, hours] = [Date.parse(day), 3_600_000];
  // No zone is further from UTC than 15 hours.
  let [before, start] = [utc - 15 * hours, utc + 15 * hours];
  while (start - before > 1) {
    const middle = Math.floor((before + start) / 2);
    if (dayIn(middle, timeZone) < day) before = middle;
    else start = middle;
  }
  return start;
}

/** @param day `2026-01-31` */
export const dayAfter = (day: string) => dayOf(Date.parse(day) + 86_400_000);

/** @param day `2026-01-31` */
export const dayBefore = (day: string) => dayOf(Date.parse(day) - 86_400_000);

/** The day that the label of a version names, as 2027-04-01 or 2027年4月1日; null: it names none. */
export function dayInLabel(label: string): string | null {
  const [, year, month, day] =
    /(?<!\d)(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})(?!\d)/.exec(label.normalize("NFKC")) ?? [];
  return year ? [year, month, day].map((part) => part?.padStart(2, "0")).join("-") : null;
}

/** The problem with a field that must be a day of the calendar, `2026-01-31`, of the years 1800 to 2999; null: it is one. */
export function problemWithDay(field: string, value: unknown): Problem | null {
  // Not year 0, which PostgreSQL does not know, nor the last ones, to which the years of a retention are added.
  const isDay = typeof value === "string" && /^(?:1[89]|2\d)\d{2}-\d{2}-\d{2}$/.test(value);
  const ms = isDay ? Date.parse(value) : Number.NaN;
  // JavaScript takes the 31st of February for a day in March.
  return Number.isNaN(ms) || dayOf(ms) !== value ? { code: "field.not_day", field } : null;
}
