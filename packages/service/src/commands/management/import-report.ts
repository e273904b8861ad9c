import type { ImportAnswer } from "@retrieval/api";
import { IMPORT_CHANGES } from "@retrieval/core/limits";
import { writeCsv } from "@retrieval/portal";
import { type PlainText, say } from "../../texts/say.js";
import { pad, table } from "./columns.js";

/** The counts of an import as lines; what cannot happen in its mode is left out while it is zero. */
export function countLines({ counts }: ImportAnswer): string[] {
  const always: readonly (keyof ImportAnswer["counts"])[] = ["new", "changed", "unchanged", "refused"];
  return (["new", "changed", "unchanged", "reactivated", "deactivated", "skipped", "refused"] as const)
    .filter((name) => counts[name] > 0 || always.includes(name))
    .map((name) => `  ${pad(say(name), 12)}${String(counts[name]).padStart(6)}`);
}

/** Every refused line by its number and reason. */
export function refusedLines({ refused }: ImportAnswer): string[] {
  if (refused.length === 0) return [];
  return [say("Refused:"), ...table(refused.map((line) => [...cellsOf(line), line.reason]))];
}

export function warningLines({ warnings }: ImportAnswer): string[] {
  if (warnings.length === 0) return [];
  return [say("Warnings:"), ...table(warnings.map((line) => [...cellsOf(line), line.warning]))];
}

/** The number of documents listed; --json has all. */
const DOCUMENTS_MAX = 50;

/** The documents that gain or lose readers by a change of users, with the numbers. */
export function effectLines({ effects }: Pick<ImportAnswer, "effects">): string[] {
  if (effects.length === 0) return [];
  const [gaining, losing] = [effects.filter(({ gained }) => gained > 0), effects.filter(({ lost }) => lost > 0)];
  const parts = [
    ...(gaining.length > 0 ? [say("{count} with more readers", { count: gaining.length })] : []),
    ...(losing.length > 0 ? [say("{count} with fewer readers", { count: losing.length })] : []),
  ];
  const rows = effects
    .slice(0, DOCUMENTS_MAX)
    .map(({ document_id, title, gained, lost }) => [
      `  ${document_id}`,
      title,
      gained > 0 ? `+${gained}` : "",
      lost > 0 ? `-${lost}` : "",
    ]);
  const more = effects.length - rows.length;
  return [
    say("Documents: {parts}", { parts: parts.join(say(", ")) }),
    ...table(rows),
    ...(more > 0 ? [say("  and {more} more", { more })] : []),
  ];
}

/** Advice for the operator. */
export function adviceLines(view: ImportAnswer, { update }: { readonly update: boolean }): string[] {
  const advice: string[] = [];
  if (view.counts.refused > 0) {
    advice.push(say("Correct the refused lines and import the file again; lines already imported stay unchanged."));
  }
  if (view.mode === "import" && !update && view.counts.skipped > 0) {
    advice.push(say("Existing users were skipped; --update changes them as in the file."));
  }
  if (view.warnings.some(({ problem }) => problem.code === "user_id.leading_zeros")) {
    advice.push(
      say(
        "Excel strips leading zeros: format the column as text, or export the file again and do not save it in Excel.",
      ),
    );
  }
  return advice;
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

/** How many users of each kind of change are listed; --json has more. */
const USERS_MAX = 20;

/** The users whom an import adds and changes, the first of each kind. */
export function userLines({ users, counts }: Pick<ImportAnswer, "users" | "counts">): string[] {
  return IMPORT_CHANGES.flatMap((change) => {
    const rows = users
      .filter((user) => user.change === change)
      .slice(0, USERS_MAX)
      .map(({ user_id, display_name }) => [`  ${user_id}`, display_name]);
    const more = counts[change] - rows.length;
    if (rows.length === 0) return [];
    return [
      say("{heading}:", { heading: say(HEADINGS[change]) }),
      ...table(rows),
      ...(more > 0 ? [say("  and {more} more", { more })] : []),
    ];
  });
}

const HEADINGS: Readonly<Record<ImportAnswer["users"][number]["change"], PlainText>> = {
  new: "New",
  changed: "Changed",
  reactivated: "Reactivated",
  deactivated: "Deactivated",
};

/** Line, employee number and name. A user who is missing from a synchronised file has no line. */
function cellsOf({ line, user_id, display_name }: Omit<ImportAnswer["refused"][number], "reason" | "problems">) {
  return [line === 0 ? say("  not in file") : say("  line {line}", { line }), user_id ?? "", display_name ?? ""];
}
