/** The rows of a Markdown table that a place of it belongs to. */
export interface RowsAt {
  /** The lines above the rule; "" without them. */
  readonly header: string;
  /** The rows that the place touches, header and rule left out. */
  readonly rows: readonly string[];
  /** The other rows below the rule. */
  readonly others: readonly string[];
}

const RULE = /^[|:\s-]+$/;

/** Whether a line is the one between a table's header and its rows. */
export const isRule = (line: string) => RULE.test(line) && line.includes("-");

/** @param start @param end UTF-16 offsets in the table */
export function rowsAt(table: string, start: number, end: number): RowsAt {
  const lines = table.split("\n");
  const rule = lines.findIndex(isRule);
  const [rows, others]: [string[], string[]] = [[], []];
  let from = 0;
  for (const [i, line] of lines.entries()) {
    const to = from + line.length;
    if (i > rule && line.trim() !== "") (from < end && start < to ? rows : others).push(line);
    from = to + 1;
  }
  return { header: lines.slice(0, Math.max(0, rule)).join("\n"), rows, others };
}

/** The cells of a row; an escaped bar is no border. */
export function cellsIn(row: string): string[] {
  const inner = row
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim());
}
