const DAY_MS = 86_400_000;

// RFC 3339: a date, or a date with a time and an offset. A time without an offset would be ambiguous.
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * Reads a date, or a time with its offset.
 *
 * @param day whether a date without a time means its first millisecond or its last, in UTC
 * @returns milliseconds since 1970, or null if the text is neither or names a day that does not exist
 */
export function readMoment(text: string, day: "begins" | "ends"): number | null {
  if (DATE.test(text)) {
    const begins = beginOf(text);
    return begins === null || day === "begins" ? begins : begins + DAY_MS - 1;
  }
  const date = DATE_TIME.exec(text)?.[1];
  const moment = Date.parse(text);
  return date === undefined || beginOf(date) === null || Number.isNaN(moment) ? null : moment;
}

/** The first millisecond of a day; null for one that does not exist: JavaScript reads 30 February as 2 March. */
function beginOf(date: string): number | null {
  const day = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(day) && new Date(day).toISOString().startsWith(date) ? day : null;
}
