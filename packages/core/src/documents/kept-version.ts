import { inForce, nextChange, standing } from "./life.js";
import type { HeldState, HeldVersion } from "./publication-plan.js";

/**
 * Whether a version must still be kept: it is in force or to come, or ceased less than so many years ago. The years count
 * from the day at the earliest on which the version was published, corrected or abolished: a day in the past ends none.
 */
export function isKept(version: HeldVersion, held: HeldState, years: number): boolean {
  const { effective_from, kept_from } = version;
  const is = standing(version, held, held.day);
  if (is === "in_force" || is === "coming") return true;
  const wasInForce = inForce(held, effective_from) === version;
  const ceased = (wasInForce ? nextChange(held, effective_from) : null) ?? effective_from;
  const ends = held.abolitions.filter(({ effective_on }) => effective_on === ceased);
  const days = [ceased, kept_from, ...ends.map(({ stated_on }) => stated_on)];
  return days.some((day) => yearsAfter(day, years) > held.day);
}

/** As a text: the 29th of February may be in a year without one, and is compared rightly. */
const yearsAfter = (day: string, years: number) => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;
