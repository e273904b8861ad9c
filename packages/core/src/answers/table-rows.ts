const RULE = /^[|:\s-]+$/;

/** Whether a line is the one between a table's header and its rows. */
export const isRule = (line: string) => RULE.test(line) && line.includes("-");

/** The cells of a row; an escaped bar is no border. */
export function cellsIn(row: string): string[] {
  const inner = row
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim());
}
