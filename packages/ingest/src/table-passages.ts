import { type Passage, type SourcePlace, tableText as searchText, type TableText } from "@retrieval/core/chunks";
import { CHUNK_TEXT_MAX } from "@retrieval/core/limits";
import type { Table, TableCell, TableRow } from "mdast";
import { placeOf, unitePlaces } from "./place.js";
import { plainText } from "./plain-text.js";
import { isEmpty } from "./simplify-phrasing.js";
import { fitChunk, paragraphsOf } from "./split-text.js";
import { tableMarkdown } from "./write-markdown.js";

/** The passages of a table, split between rows with the headings repeated. A row that is too long is plain text. */
export function tablePassages(table: Table): Passage[] {
  return splitLongTable(table).flatMap((part) => passagesOf(table, part));
}

/** The search text of a whole table. */
export const searchTextOf = (table: Table) => searchText(tableText(table, table.children));

function passagesOf(table: Table, part: readonly TableRow[]): Passage[] {
  const headRows = table.data?.headRows ?? 1;
  const [head, rows] = [part.slice(0, headRows), part.slice(headRows)];
  const place = placeOfRows(table, part);
  const text = tableText(table, part);
  const content = searchText(text);
  const markdown = tableMarkdown({ ...table, children: part.map((_, i) => shownRow(table, part, i)) });
  if (fitChunk(content, markdown)) return [{ ...place, kind: "table", table: text, markdown }];
  if (rows.length <= 1) return paragraphsOf(content, place);
  const middle = Math.ceil(rows.length / 2);
  return [rows.slice(0, middle), rows.slice(middle)].flatMap((half) => passagesOf(table, [...head, ...half]));
}

/** The rows of each part, headings first, by the approximate length of its texts. */
function splitLongTable(table: Table): TableRow[][] {
  const headRows = table.data?.headRows ?? 1;
  const head = table.children.slice(0, headRows);
  const headLength = lengthOf(head);
  const { columns } = tableText(table, head);
  const parts: TableRow[][] = [[...head]];
  let [length, searched] = [headLength, 0];
  for (const row of table.children.slice(headRows)) {
    const last = parts.at(-1) as TableRow[];
    const rowLength = lengthOf([row]);
    const line = row.children.reduce(
      (sum, _, c) => sum + (columns[c] ?? "").length + textAt(table, row, c).length + 5,
      1,
    );
    length += rowLength;
    searched += line;
    if (last.length > headRows && Math.max(length, searched) > CHUNK_TEXT_MAX) {
      parts.push([...head, row]);
      [length, searched] = [headLength + rowLength, line];
    } else last.push(row);
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
