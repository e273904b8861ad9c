import { dayIn } from "@retrieval/core/limits";
import type { Calendar } from "@retrieval/core/ports";
import { type Finding, note, ok, wrong } from "./finding.js";

type Stored = Awaited<ReturnType<Calendar["read"]>>;

/**
 * Checks the day that decides which versions are in force.
 *
 * @param now this machine's clock, in milliseconds
 */
export function dayFinding({ day, time_zone }: Stored, { timeZone, now }: { timeZone: string; now: number }): Finding {
  if (time_zone === null) return ok("no instance has put versions in force yet");
  if (time_zone !== timeZone)
    return wrong(
      "the days of documents begin by {time_zone}, and TIME_ZONE here is {timeZone}: the service does not get ready",
      "Set TIME_ZONE={time_zone}. To change it for all instances, run retrieval migrate --time-zone {timeZone}.",
      { time_zone, timeZone },
    );
  const today = dayIn(now, timeZone);
  const days = { day, today, timeZone };
  if (day > today)
    return wrong(
      "versions are in force as of {day}, and this machine's clock says {today}",
      "Set the clock. If it is right, and another one was ahead, run retrieval migrate --time-zone {timeZone}, which goes back to today.",
      days,
    );
  if (day < today)
    return note(
      "versions are in force as of {day}, and this machine's clock says {today}",
      "Start the service, which puts those of today in force before it is ready. If it runs, look at its log.",
      days,
    );
  return ok("versions are in force as of {day}, which began by {timeZone}", days);
}
