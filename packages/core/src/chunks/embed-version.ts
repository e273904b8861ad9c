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
  const problem = problemWithLine("the name", name, NAME_MAX);
  if (problem !== null) return [ill_formed, problem];
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return [ill_formed];
  return readMoment(date, "begins") === null ? [ill_formed, { code: "embed_version.no_such_day", date }] : [];
}
