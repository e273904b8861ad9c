import type { Highlight } from "../chunks/highlight.js";
import { markedPairs } from "./excerpt.js";

/** A cell of a table's Markdown, with its place there. */
interface Cell {
  readonly text: string;
  readonly at: number;
}

/** A cell with the name of its column; "" without one. */
interface NamedCell extends Cell {
  readonly column: string;
}

interface Line {
  readonly text: string;
  readonly at: number;
}

/** The header row, and the delimiter row below it. */
const HEADER_LINES = 2;

/**
 * The cells of the row that has most of what is marked, else of the first one; empty ones are left out, and a place that
 * a merged cell covers (←, ↑) has the text of that cell. Cut as text: a table may have ten thousand rows.
 */
export function bestRow(markdown: string, highlights: readonly Highlight[]): NamedCell[] {
  const lines = linesOf(markdown);
  const rows = lines.slice(HEADER_LINES);
  let [best, most] = [0, 0];
  for (const [i, { text, at }] of rows.entries()) {
    const part = { from: at, to: at + text.length };
    const own = highlights.filter(([from, to]) => from < part.to && to > part.from);
    const { size } = markedPairs(markdown, own, part);
    if (size > most) [best, most] = [i, size];
  }
  const names = cellsOf(lines[0]);
  return cellsOf(rows[best]).flatMap((cell, column) => {
    let shown = cell;
    for (let above = best - 1; shown.text === "↑" && above >= 0; above -= 1)
      shown = cellsOf(rows[above])[column] ?? cell;
    if (["", "←", "↑"].includes(shown.text)) return [];
    const name = names.slice(0, column + 1).findLast(({ text }) => text !== "←");
    return { ...shown, column: name?.text ?? "" };
  });
}

function linesOf(markdown: string): Line[] {
  let at = 0;
  return markdown.split("\n").map((text) => {
    const line = { text, at };
    at += text.length + 1;
    return line;
  });
}

/** An escaped bar is no border. */
const CELL = /(?<=\|)(?:[^|\\]|\\.)*(?=\|)/g;

const cellsOf = (line: Line | undefined): Cell[] =>
  [...(line?.text ?? "").matchAll(CELL)].map(({ 0: cell, index }) => ({
    text: cell.trim(),
    at: (line?.at ?? 0) + index + cell.length - cell.trimStart().length,
  }));
