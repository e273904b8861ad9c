import type { Passage, SourcePlace, TableText } from "@retrieval/core/chunks";
import type { Table, TableCell, TableRow } from "mdast";
import { placeOf, unitePlaces } from "./place.js";
import { plainText } from "./plain-text.js";
import { isEmpty } from "./simplify-phrasing.js";
import { tableMarkdown } from "./write-markdown.js";

/** A table whose Markdown is longer than this many characters is split between rows, its headings repeated. */
const LENGTH_MAX = 6_000;

export function tablePassages(table: Table): Passage[] {
  return splitLongTable(table).map((part) => ({
    ...placeOfRows(table, part),
    kind: "table",
    table: tableText(table, part),
    markdown: tableMarkdown({ ...table, children: part.map((_, i) => shownRow(table, part, i)) }),
  }));
}

/** The rows of each part, headings first. */
function splitLongTable(table: Table): TableRow[][] {
  const headRows = table.data?.headRows ?? 1;
  const head = table.children.slice(0, headRows);
  const headLength = lengthOf(head);
  const parts: TableRow[][] = [[...head]];
  let length = headLength;
  for (const row of table.children.slice(headRows)) {
    const last = parts.at(-1) as TableRow[];
    const rowLength = lengthOf([row]);
    if (last.length > headRows && length + rowLength > LENGTH_MAX) {
      parts.push([...head, row]);
      length = headLength + rowLength;
    } else {
      last.push(row);
      length += rowLength;
    }
  }
  return parts;
}

/** The place of a part's rows, without the repeated headings of a later part. */
function placeOfRows(table: Table, part: readonly TableRow[]): SourcePlace {
  const headRows = table.data?.headRows ?? 1;
  const isFirst = part[headRows] === table.children[headRows];
  return unitePlaces((isFirst ? part : part.slice(headRows)).map(placeOf));
}

function lengthOf(rows: readonly TableRow[]): number {
  return rows.reduce((sum, { children }) => children.reduce((s, cell) => s + plainText(cell).length + 3, sum + 1), 0);
}

/**
 * A row as displayed. An empty cell would mean "no value", so a place covered by a merged cell points to that cell; a
 * later part of a split table shows its text once more.
 */
function shownRow(table: Table, part: readonly TableRow[], index: number): TableRow {
  const row = part[index] as TableRow;
  const children = row.children.map((cell, c): TableCell => {
    const origin = originOf(table, cell);
    if (cell === origin || isEmpty(origin.children)) return cell;
    if (row.children.includes(origin) || originOf(table, row.children[c - 1]) === origin) return pointer("←");
    const isAbove = originOf(table, part[index - 1]?.children[c]) === origin;
    return isAbove || part.some(({ children }) => children.includes(origin)) ? pointer("↑") : origin;
  });
  return { ...row, children };
}

const pointer = (value: string): TableCell => ({ type: "tableCell", children: [{ type: "text", value }] });

/** The cell with the text of this place: the cell itself, or the merged cell that covers it. */
function originOf<Cell extends TableCell | undefined>(table: Table, cell: Cell): TableCell | Cell {
  const from = cell?.data?.spannedFrom;
  return (from && table.children[from[0]]?.children[from[1]]) ?? cell;
}

/** The table's search texts: a merged cell's text is repeated in every place, so that each row has it. */
function tableText(table: Table, part: readonly TableRow[]): TableText {
  const headRows = table.data?.headRows ?? 1;
  const width = table.children.reduce((max, { children }) => Math.max(max, children.length), 0);
  const texts = (row: TableRow) => Array.from({ length: width }, (_, c) => textAt(table, row, c));
  const head = table.children.slice(0, headRows);
  const rows = part.slice(headRows).map(texts);
  const columns = Array.from({ length: width }, (_, c) => joinDistinct(head.map((row) => textAt(table, row, c))));
  const isKeyed = table.data?.keyed ?? (width === 2 && columns.every((name) => name === ""));
  if (!isKeyed) return { columns, rows };
  return {
    columns: rows.map((row) => row[0] ?? ""),
    rows: Array.from({ length: Math.max(width - 1, 0) }, (_, c) => rows.map((row) => row[c + 1] ?? "")),
  };
}

function textAt(table: Table, row: TableRow, column: number): string {
  const cell = originOf(table, row.children[column]);
  return cell ? plainText(cell).replaceAll("\n", " ").trim() : "";
}

/** A heading that spans several rows is named once. */
function joinDistinct(names: readonly string[]): string {
  return names.filter((name, i) => name !== "" && name !== names[i - 1]).join(" ");
}
