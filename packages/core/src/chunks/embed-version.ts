import { readMoment } from "../audit/moment.js";
import type { Problem } from "../problems.js";
import { problemWithLine } from "../text.js";

const NAME_MAX = 100;

/** The problems with a field that must be `<embedding_model_name>@<date>` (SPEC 2.5). */
export function problemsWithEmbedVersion(field: string, value: unknown): readonly Problem[] {
  const ill_formed = { code: "embed_version.ill_formed", field } as const;
  if (typeof value !== "string") return [ill_formed];
  const [name = "", date = "", ...rest] = value.split("@");
  if (rest.length > 0 || /\s/.test(name)) return [ill_formed];
  const problem = problemWithName(name);
  if (problem !== null) return [ill_formed, problem];
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return [ill_formed];
  return readMoment(date, "begins") === null ? [{ code: "embed_version.no_such_day", date }] : [];
}

function problemWithName(name: string): Problem | null {
  switch (problemWithLine("", name, NAME_MAX)?.code) {
    case undefined:
      return null;
    case "field.empty":
      return { code: "embed_version.name_empty" };
    case "field.too_long":
      return { code: "embed_version.name_too_long", max: NAME_MAX };
    case "field.control_character":
      return { code: "embed_version.name_control_character" };
    default:
      return { code: "embed_version.name_ill_formed" };
  }
}
