import type { ImportAnswer } from "@retrieval/api";
import { IMPORT_CHANGES } from "@retrieval/core/limits";
import { writeCsv } from "@retrieval/portal";
import { type PlainText, say } from "../../texts/say.js";
import { answerLines, rowLines } from "./answer-text.js";

/** How many rows of a list are shown; --json has all. */
const ROWS_MAX = 50;
/** How many lines of each warning are shown: a whole file may have the same one. The report has all. */
const WARNED_MAX = 10;

/** A list below its heading, as `retrieval call` shows it; nothing if it is empty. @param total with rows that are not there */
export function listLines<Row extends object>(
  heading: PlainText,
  rows: readonly Row[],
  fields: readonly (string & keyof Row)[],
  { most = ROWS_MAX, total = rows.length } = {},
): string[] {
  if (total === 0) return [];
  const shown = rows.slice(0, most) as readonly Readonly<Record<string, unknown>>[];
  const more = total - shown.length;
  return [
    say(heading),
    ...rowLines(shown, Number.POSITIVE_INFINITY, fields).map((line) => `  ${line}`),
    ...(more > 0 ? [say("  and {more} more", { more })] : []),
  ];
}

export const effectLines = ({ effects }: Pick<ImportAnswer, "effects">): string[] =>
  listLines("Documents that gain or lose readers:", effects, ["document_id", "title", "gained", "lost"]);

/** What an import did or would do. */
export function reportLines({ counts, users, effects, refused }: ImportAnswer): string[] {
  const { unchanged: _, skipped: __, refused: ___, ...changes } = counts;
  const total = Object.values(changes).reduce((sum, count) => sum + count, 0);
  const place = ({ change }: (typeof users)[number]) => IMPORT_CHANGES.indexOf(change);
  // Who would be deactivated must not be among the users that are not shown.
  const gravest = [...users].sort((one, other) => place(other) - place(one));
  return [
    ...answerLines(counts, Number.POSITIVE_INFINITY).map((line) => `  ${line}`),
    ...listLines("Users:", gravest, ["change", "user_id", "display_name"], { total }),
    ...effectLines({ effects }),
    ...listLines("Refused:", refused, ["line", "user_id", "display_name", "reason"], { most: refused.length }),
  ];
}

/** Warnings, and what to do about the file. */
export function noteLines(view: ImportAnswer, { update }: { readonly update: boolean }): string[] {
  const { counts, warnings, mode } = view;
  const zeros = warnings.some(({ problem }) => problem.code === "user_id.leading_zeros");
  const lines = new Map<string, number>();
  const few = warnings.filter(({ problem: { code } }) => {
    const count = (lines.get(code) ?? 0) + 1;
    lines.set(code, count);
    return count <= WARNED_MAX;
  });
  const all = { most: few.length, total: warnings.length };
  return [
    ...listLines("Warnings:", few, ["line", "user_id", "display_name", "warning"], all),
    ...(counts.refused > 0
      ? [say("Correct the refused lines and import the file again; lines already imported stay unchanged.")]
      : []),
    ...(mode === "import" && !update && counts.skipped > 0
      ? [say("Existing users were skipped; --update changes them as in the file.")]
      : []),
    ...(zeros
      ? [
          say(
            "Excel strips leading zeros: format the column as text, or export the file again and do not save it in Excel.",
          ),
        ]
      : []),
  ];
}

/** The report as a CSV for a spreadsheet, no cell runs as a formula. */
export function reportCsv({ refused, warnings }: ImportAnswer): string {
  const rows = [
    ...refused.map(({ reason, ...line }) => ({ ...line, kind: "refused", text: reason })),
    ...warnings.map(({ warning, ...line }) => ({ ...line, kind: "warning", text: warning })),
  ].toSorted((a, b) => a.line - b.line);
  return writeCsv([
    ["line", "kind", "reason", "user_id", "display_name"],
    ...rows.map(({ line, kind, text, user_id, display_name }) => [line || null, kind, text, user_id, display_name]),
  ]);
}
