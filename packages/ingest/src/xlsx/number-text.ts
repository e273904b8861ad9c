import { dateFromSerial, format, getFormatFromId, isDateFormat } from "numfmt";

const GENERAL = "General";
/** What Excel's built-in number formats show in Japanese, with the year first. */
export const builtInFormat = (id: number): string => getFormatFromId(id, "ja") ?? GENERAL;

/** A number as Excel shows it, with Japanese eras and days of the week. */
export function numberText(value: number, pattern: string): string {
  // Excel shows 1.2E+12 for a corporate number of 13 digits; its digits are what readers look for.
  if (pattern === GENERAL && Number.isSafeInteger(value)) return String(value);
  const locale = /a{3,4}/.test(pattern) ? { locale: "ja" } : {};
  const text = format(withEra(pattern, value), value, { throws: false, nbsp: false, ...locale }).trim();
  // Excel fills the cell with # if it cannot show a value.
  return /^#+$/.test(text) ? String(value) : text;
}

/** Days that have passed, as [h] and [mm] show them, are not a date. */
export const isDate = (pattern: string) => isDateFormat(pattern) && !/\[(?:h+|m+|s+)\]/i.test(pattern);

/** Not the beginning of General. */
const ERA = /(g{1,3})(e{1,2})(?!neral)/i;
const ERA_SIGNS = new RegExp(ERA, "gi");

/** Writes `ggge` as 令和5: numfmt knows the western calendar only. */
function withEra(pattern: string, value: number): string {
  if (!ERA.test(pattern)) return pattern;
  const [year, month, day] = dateFromSerial(value);
  return pattern.replaceAll(ERA_SIGNS, (_, sign: string, digits: string) => {
    const style = sign.length === 3 ? "long" : sign.length === 2 ? "short" : "narrow";
    const parts = new Intl.DateTimeFormat("ja-JP-u-ca-japanese", { era: style, year: "numeric", timeZone: "UTC" })
      .formatToParts(Date.UTC(year, month - 1, day))
      .filter(({ type }) => type === "era" || type === "year")
      .map(({ type, value: text }) => (type === "year" ? text.padStart(digits.length, "0") : text));
    return `"${parts.join("")}"`;
  });
}
