import { isObject } from "@retrieval/core/limits";
import { columnsOf, table } from "./columns.js";
import { localTime } from "./local-time.js";
import { ruleText } from "./rule-text.js";

/** The rows of a list, or the fields of an object. */
type Fields = Readonly<Record<string, unknown>>;

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** An answer as `name: value` lines. A list of objects is a table below its name. @param width of the terminal */
export function answerLines(answer: Fields, width: number): string[] {
  return Object.entries(answer).flatMap(([name, value]) => {
    const below = isRows(value) ? rowLines(value, width - 2) : isNested(value) ? answerLines(value, width - 2) : null;
    if (below !== null) return [`${name}:`, ...below.map((line) => `  ${line}`)];
    const [first, ...more] = cell(value).split("\n");
    return [`${name}: ${first}`, ...more.map((line) => `  ${line}`)];
  });
}

/**
 * A list as a table with the fields that a row has. A table that is wider than the terminal would break every line, so
 * then each row has lines of its own.
 *
 * @param fields the columns, if the caller chose them
 */
export function rowLines(rows: readonly Fields[], width: number, fields?: readonly string[]): string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) =>
    rows.some((row) => cell(row[name]) !== NOTHING),
  );
  const columns = fields ?? names;
  const lines = table([
    columns.slice(),
    ...rows.map((row) => columns.map((name) => cell(row[name]).replaceAll("\n", " "))),
  ]);
  if (lines.every((line) => columnsOf(line) <= width)) return lines;
  const chosen = (row: Fields) => Object.fromEntries(columns.map((name) => [name, row[name]]));
  return rows.flatMap((row, i) => [...(i === 0 ? [] : [""]), ...answerLines(chosen(row), width)]);
}

export const isRows = (value: unknown): value is readonly Fields[] =>
  Array.isArray(value) && value.length > 0 && value.every(isObject);

const NOTHING = "-";

/** An access rule is an object too, and has a form that options take. */
const isRule = (value: unknown): value is Parameters<typeof ruleText>[0] =>
  isObject(value) && typeof value.allow_all === "boolean" && Array.isArray(value.allowed_users);

const isNested = (value: unknown): value is Fields => isObject(value) && !isRule(value);

function cell(value: unknown): string {
  if (value === null || value === undefined || value === "") return NOTHING;
  if (typeof value === "string") return TIMESTAMP.test(value) ? localTime(value) : value;
  if (isRule(value)) return ruleText(value);
  if (!Array.isArray(value)) return isObject(value) ? JSON.stringify(value) : String(value);
  if (value.length === 0) return NOTHING;
  return value.some((item) => typeof item === "object") ? JSON.stringify(value) : value.join(", ");
}
