/** What a version becomes that is published with a day: in force then, at once, or never. */
export type StandingFrom = "coming" | "at_once" | "past";

/** @param in_force_from of the version in force; null: there is none */
export function standingFrom(from: string, today: string, in_force_from: string | null): StandingFrom {
  if (from > today) return "coming";
  return in_force_from !== null && from < in_force_from ? "past" : "at_once";
}
