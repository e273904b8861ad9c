/**
 * A time of the service on the clock of this machine, with its offset from UTC: `2026-01-31T09:00:00+09:00`. Options
 * that take a time take it in this form.
 */
export function localTime(timestamp: string): string {
  const at = new Date(timestamp);
  const minutes = -at.getTimezoneOffset();
  const local = new Date(at.getTime() + minutes * 60_000).toISOString().slice(0, 19);
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const offset = Math.abs(minutes);
  return `${local}${minutes < 0 ? "-" : "+"}${two(offset / 60)}:${two(offset % 60)}`;
}
