/** The day of a moment in UTC: `2026-01-31`. @param ms milliseconds since 1970 */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
