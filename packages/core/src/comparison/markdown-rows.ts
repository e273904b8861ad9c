const CELL = /(?<=\|)(?:[^|\\]|\\.)*(?=\|)/gs;
const DELIMITERS = /^\|(?:\s*:?-+:?\s*\|)+$/;

/**
 * The rows of a table's Markdown (GFM §4.10), its head first; null if it is not such a table. A place that a merged cell
 * covers (↑) has the text of that cell, because a row is shown without the rows above it; what a cell covers to its
 * right (←) is empty, and so is what a long cell covers below.
 */
export function markdownRows(markdown: string): string[][] | null {
  const [head, delimiters, ...body] = markdown.split("\n").map((line) => line.trim());
  if (head === undefined || delimiters === undefined || !DELIMITERS.test(delimiters)) return null;
  const rows: string[][] = [];
  for (const line of [head, ...body]) {
    if (!line.startsWith("|") || !line.endsWith("|")) return null;
    const cells = (line.match(CELL) ?? []).map(plain);
    const above = rows.length > 1 ? rows.at(-1) : undefined;
    rows.push(cells.map((cell, i) => (cell === "↑" ? repeated(above?.[i]) : cell === "←" ? "" : cell)));
  }
  return rows;
}

/** A column of repeated long cells would be many times as long as the table. */
const REPEATED_MAX = 60;
const repeated = (cell = "") => (cell.length <= REPEATED_MAX ? cell : "");

/** The text of a cell: without the escapes of Markdown, and with its line breaks. */
const plain = (cell: string) =>
  cell
    .trim()
    .replace(/<br>/g, "\n")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1");
