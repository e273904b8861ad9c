import { say, spokenTimeZone } from "../../texts/say.js";
import { UsageError } from "./usage-error.js";

/**
 * A time of the service in the time zone of the command (TIME_ZONE, else that of this machine), with its offset from
 * UTC: `2026-01-31T09:00:00+09:00`. Options that take a time take it in this form.
 */
export function localTime(timestamp: string): string {
  const at = Date.parse(timestamp);
  return new Date(at + offsetAt(at)).toISOString().slice(0, 19) + offsetText(offsetAt(at));
}

/**
 * A date without a time is a day in the time zone of the command; a time with an offset, the service judges.
 *
 * @throws UsageError for what is neither
 */
export function dayOrTime(text: string, edge: "start" | "end"): string {
  if (/T.*(Z|[+-]\d\d:\d\d)$/.test(text)) return text;
  const local = `${text}T${edge === "start" ? "00:00:00.000" : "23:59:59.999"}`;
  const asUtc = Date.parse(`${local}Z`);
  // JavaScript reads 30 February as 2 March.
  if (Number.isNaN(asUtc) || !new Date(asUtc).toISOString().startsWith(`${text}T`)) {
    const zone = spokenTimeZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
    throw new UsageError(
      say("{text} is neither a date like 2026-01-31 (in {zone}) nor a time like 2026-01-31T09:00:00+09:00.", {
        text,
        zone,
      }),
    );
  }
  // The offset at the local time, also on a day on which it changes.
  return local + offsetText(offsetAt(asUtc - offsetAt(asUtc)));
}

/** In milliseconds. */
function offsetAt(at: number): number {
  const zone = new Intl.DateTimeFormat("en", { timeZone: spokenTimeZone(), timeZoneName: "longOffset" });
  const name = zone.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign = "+", hours = 0, minutes = 0] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

function offsetText(offset: number): string {
  const minutes = Math.abs(offset) / 60_000;
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  return `${offset < 0 ? "-" : "+"}${two(minutes / 60)}:${two(minutes % 60)}`;
}
