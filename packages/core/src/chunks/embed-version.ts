import { readMoment } from "../audit/moment.js";
import { problemWithLine } from "../text.js";

const NAME_MAX = 100;
const FORM = "must be NAME@DATE: the model's name without @ and white space, then a day like 2026-01-31";

/** Says why `value` is not an `<embedding_model_name>@<date>` (SPEC 2.5); null if it is one. */
export function problemWithEmbedVersion(value: unknown): string | null {
  if (typeof value !== "string") return FORM;
  const [name = "", date = "", ...rest] = value.split("@");
  if (rest.length > 0 || /\s/.test(name)) return FORM;
  if (problemWithLine("embed_version", name, NAME_MAX) !== null) {
    return `${FORM}; the name must have 1 to ${NAME_MAX} characters, none of them a control character`;
  }
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return FORM;
  return readMoment(date, "begins") === null ? `${FORM}; ${date} is no day of the calendar` : null;
}
