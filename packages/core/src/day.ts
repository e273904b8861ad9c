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

/** @param day `2026-01-31` */
export const dayAfter = (day: string) => dayOf(Date.parse(day) + 86_400_000);

/** The day that the label of a version names, as 2027-04-01 or 2027年4月1日; null: it names none. */
export function dayInLabel(label: string): string | null {
  const [, year, month, day] =
    /(?<!\d)(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})(?!\d)/.exec(label.normalize("NFKC")) ?? [];
  return year ? [year, month, day].map((part) => part?.padStart(2, "0")).join("-") : null;
}

/** The problem with a field that must be a day of the calendar, `2026-01-31`; null: it is one. */
export function problemWithDay(field: string, value: unknown): Problem | null {
  const isDay = typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value);
  const ms = isDay ? Date.parse(value) : Number.NaN;
  // JavaScript takes the 31st of February for a day in March.
  return Number.isNaN(ms) || dayOf(ms) !== value ? { code: "field.not_day", field } : null;
}
