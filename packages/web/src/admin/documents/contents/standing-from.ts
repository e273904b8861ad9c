/** What a version becomes that is published with a day: in force then, at once, or never. */
export type StandingFrom = "coming" | "at_once" | "past";

/** @param in_force_from of the version in force; null: there is none */
export function standingFrom(from: string, today: string, in_force_from: string | null): StandingFrom {
  if (from > today) return "coming";
  return in_force_from !== null && from < in_force_from ? "past" : "at_once";
}

/** The day that a version's label names, `2027-04-01` or 2027年4月1日; null: it names none. */
export function dayInLabel(label: string): string | null {
  const [, year, month, day] = /(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})/.exec(label.normalize("NFKC")) ?? [];
  return year ? [year, month, day].map((part) => part?.padStart(2, "0")).join("-") : null;
}
