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
