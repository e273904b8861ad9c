const SECONDS = /^\d+$/;
/** `Date.parse` takes -1 for a date too. */
const DATE = /^[A-Z][a-z]{2}/;

/**
 * Retry-After in milliseconds (RFC 9110 §10.2.3): seconds, or a date, which is compared with the server's own date, so
 * that no clock is needed. null without one.
 */
export function retryAfter(headers: Headers): number | null {
  const value = headers.get("retry-after");
  if (value === null) return null;
  if (SECONDS.test(value)) return Number(value) * 1000;
  if (!DATE.test(value)) return null;
  const wait = Date.parse(value) - Date.parse(headers.get("date") ?? "");
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}
