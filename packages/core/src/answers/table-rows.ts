import type { NamedCell } from "./answer.js";

/** A line of a Markdown table, with its place in the text. */
interface Line {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The rows of a table, below its header; their text has the names of the columns. */
export function rowsOf(lines: readonly Line[]): (Line & { readonly cells: readonly NamedCell[] })[] {
  const rule = lines.findIndex(({ text }) => isRule(text));
  const header = rule > 0 ? cellsOf((lines[rule - 1] as Line).text) : [];
  let columns = pointedTo(header, []);
  let above: readonly string[] | null = null;
  return lines.slice(rule + 1).flatMap(({ start, end, text }) => {
    const own = cellsOf(text);
    if (above === null && goesOn(header, own)) {
      columns = pointedTo(own, columns).map((name, i) =>
        name === columns[i] ? name : [columns[i], name].filter(Boolean).join(NAME),
      );
      return [];
    }
    above = pointedTo(own, above ?? []);
    const cells = above.flatMap((cell, i) => (cell === "" ? [] : { column: columns[i] ?? "", text: cell }));
    return cells.length === 0 ? [] : { start, end, text: rowText(cells), cells };
  });
}

/** Whether a line is the second one of a header: below cells that span its columns, or merged with the first line. */
const goesOn = (header: readonly string[], line: readonly string[]) =>
  line.includes("↑") && line.every((cell, i) => cell === "↑" || header[i] === "←" || header[i + 1] === "←");

/** A place that a merged cell covers points to it (← ↑); a row that is quoted alone has its text. */
function pointedTo(cells: readonly string[], above: readonly string[]): readonly string[] {
  const shown: string[] = [];
  for (const [i, cell] of cells.entries())
    shown.push((cell === "←" ? shown[i - 1] : cell === "↑" ? above[i] : null) ?? cell);
  return shown;
}

/** Between a column's name, or the first line of it, and what stands below. */
const NAME = ": ";

/** A row as one line of text: its cells, each with the name of its column. */
const rowText = (cells: readonly NamedCell[]) =>
  cells.map(({ column, text }) => (column === "" ? text : column + NAME + text)).join(" / ");

/** The cells of a row as they are shown. */
const cellsOf = (line: string) =>
  cellsIn(line).map((cell) =>
    cell
      .replaceAll("\\|", "|")
      .replaceAll(/<br\s?\/?>|\*\*/g, " ")
      .trim(),
  );

const RULE = /^[|:\s-]+$/;

/** Whether a line is the one between a table's header and its rows. */
const isRule = (line: string) => RULE.test(line) && line.includes("-");

/** The cells of a row; an escaped bar is no border. */
function cellsIn(row: string): string[] {
  const inner = row
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim());
}
