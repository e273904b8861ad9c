import type { ImportAnswer } from "@retrieval/api";
import type { PageOf } from "@retrieval/api/client";
import { IMPORT_CHANGES } from "@retrieval/core/limits";
import { writeCsv } from "@retrieval/portal";
import { table } from "./columns.js";

/** The counts of an import as lines; what cannot happen in its mode is left out while it is zero. */
export function countLines({ counts }: ImportAnswer): string[] {
  const always: readonly (keyof ImportAnswer["counts"])[] = ["new", "changed", "unchanged", "refused"];
  return (["new", "changed", "unchanged", "reactivated", "deactivated", "skipped", "refused"] as const)
    .filter((name) => counts[name] > 0 || always.includes(name))
    .map((name) => `  ${name.padEnd(12)}${String(counts[name]).padStart(6)}`);
}

/** Every refused line by its number and reason. */
export function refusedLines({ refused }: ImportAnswer): string[] {
  if (refused.length === 0) return [];
  return ["Refused:", ...table(refused.map((line) => [...cellsOf(line), line.reason]))];
}

export function warningLines({ warnings }: ImportAnswer): string[] {
  if (warnings.length === 0) return [];
  return ["Warnings:", ...table(warnings.map((line) => [...cellsOf(line), line.warning]))];
}

/** The number of documents listed; --json has all. */
const DOCUMENTS_MAX = 50;

/** The documents that gain or lose readers by a change of users, with the numbers. */
export function effectLines({ effects = [] }: Pick<ImportAnswer, "effects">): string[] {
  if (effects.length === 0) return [];
  const [gaining, losing] = [effects.filter(({ gained }) => gained > 0), effects.filter(({ lost }) => lost > 0)];
  const parts = [
    ...(gaining.length > 0 ? [`${gaining.length} ${gaining.length === 1 ? "gains" : "gain"} readers`] : []),
    ...(losing.length > 0 ? [`${losing.length} ${losing.length === 1 ? "loses" : "lose"} readers`] : []),
  ];
  const rows = effects
    .slice(0, DOCUMENTS_MAX)
    .map(({ document_id, title, gained, lost }) => [
      `  ${document_id}`,
      title ?? "",
      gained > 0 ? `+${gained}` : "",
      lost > 0 ? `-${lost}` : "",
    ]);
  const more = effects.length - rows.length;
  return [`Documents: ${parts.join(", ")}`, ...table(rows), ...(more > 0 ? [`  and ${more} more`] : [])];
}

/** Advice for the operator. */
export function adviceLines(view: ImportAnswer, { update }: { readonly update: boolean }): string[] {
  const advice: string[] = [];
  if (view.counts.refused > 0) {
    advice.push("Correct the refused lines and import the file again; lines already imported stay unchanged.");
  }
  if (view.mode === "import" && !update && view.counts.skipped > 0) {
    advice.push("Existing users were skipped; --update changes them as in the file.");
  }
  if (view.warnings.some(({ problem }) => problem.code === "user_id.leading_zeros")) {
    advice.push(
      "Excel strips leading zeros: format the column as text, or export the file again and do not save it in Excel.",
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

type ImportedUser = PageOf<"listImportedUsers">["users"][number];

/** How many users of each kind of change are listed; --json has more. */
const USERS_MAX = 20;

/** The users whom an import adds and changes, the first of each kind. */
export function userLines(users: readonly ImportedUser[], { counts }: Pick<ImportAnswer, "counts">): string[] {
  return IMPORT_CHANGES.flatMap((change) => {
    const rows = users
      .filter((user) => user.change === change)
      .slice(0, USERS_MAX)
      .map(({ user_id, display_name }) => [`  ${user_id}`, display_name]);
    const more = counts[change] - rows.length;
    if (rows.length === 0) return [];
    return [`${HEADINGS[change]}:`, ...table(rows), ...(more > 0 ? [`  and ${more} more`] : [])];
  });
}

const HEADINGS: Readonly<Record<ImportedUser["change"], string>> = {
  new: "New",
  changed: "Changed",
  reactivated: "Reactivated",
  deactivated: "Deactivated",
};

/** Line, employee number and name. A user who is missing from a synchronised file has no line. */
function cellsOf({ line, user_id, display_name }: Omit<ImportAnswer["refused"][number], "reason" | "problems">) {
  return [`  ${line === 0 ? "not in file" : `line ${line}`}`, user_id ?? "", display_name ?? ""];
}
