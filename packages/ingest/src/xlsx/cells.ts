import { UnreadableDocumentError } from "@retrieval/core/ports";
import type { Element } from "xast";
import { element, elements, textOf } from "../ooxml/xml.js";
import { isDate, numberText } from "./number-text.js";
import { richText, type Sheet, type Workbook } from "./workbook.js";

/** The size of a sheet in Excel. */
const ROWS_MAX = 1_048_576;
const COLUMNS_MAX = 16_384;
const DAYS_TO_1904 = 1_462;

export interface Cell {
  readonly text: string;
  readonly isNumber: boolean;
  readonly style: string;
}

/** Inclusive, from 0. */
export interface Range {
  readonly rows: readonly [number, number];
  readonly columns: readonly [number, number];
}

export interface SheetCells {
  /** The cells with text of visible rows and columns, by row and column. */
  readonly rows: ReadonlyMap<number, ReadonlyMap<number, Cell>>;
  readonly merged: readonly Range[];
  /** Rows and columns that have text and are hidden. */
  readonly hiddenRows: number;
  readonly hiddenColumns: number;
}

export function readCells({ xml }: Sheet, workbook: Workbook): SheetCells {
  const hiddenRanges = elements(element(xml, "x:cols"), "x:col")
    .filter(isHidden)
    .map(({ attributes }) => [Number(attributes.min) - 1, Number(attributes.max) - 1] as const);
  const isHiddenColumn = (c: number) => hiddenRanges.some(([min, max]) => c >= min && c <= max);
  const sheetRows = numberRows(elements(element(xml, "x:sheetData"), "x:row"));
  const hiddenNumbers = new Set(sheetRows.filter(([, row]) => isHidden(row)).map(([r]) => r));
  const isHiddenRow = (r: number) => hiddenNumbers.has(r);
  // Excel shows the text of a merged cell in the part of it that is visible.
  const moved = new Map<string, readonly [row: number, column: number]>();
  const merged = elements(element(xml, "x:mergeCells"), "x:mergeCell").map(({ attributes }): Range => {
    const { rows, columns } = rangeOf(attributes.ref ?? "");
    const at = [firstVisible(rows, isHiddenRow), firstVisible(columns, isHiddenColumn)] as const;
    moved.set(`${rows[0]} ${columns[0]}`, at);
    return { rows: [at[0], rows[1]], columns: [at[1], columns[1]] };
  });
  const hidden = { rows: new Set<number>(), columns: new Set<number>() };
  const rows = new Map<number, Map<number, Cell>>();
  for (const [number, row] of sheetRows) {
    let column = -1;
    for (const cell of elements(row, "x:c")) {
      column = cell.attributes.r == null ? column + 1 : columnOf(cell.attributes.r);
      if (!(number >= 0 && number < ROWS_MAX && column >= 0 && column < COLUMNS_MAX)) {
        throw new UnreadableDocumentError({ code: "office.damaged" });
      }
      const read = readCell(cell, workbook);
      if (read.text.trim() === "") continue;
      const [r, c] = moved.get(`${number} ${column}`) ?? [number, column];
      if (isHiddenColumn(c)) hidden.columns.add(c);
      else if (isHiddenRow(r)) hidden.rows.add(r);
      else {
        const cells = rows.get(r) ?? new Map<number, Cell>();
        // A moved text comes first, and covers what its new cell has.
        if (!cells.has(c)) rows.set(r, cells.set(c, read));
      }
    }
  }
  return { rows, merged, hiddenRows: hidden.rows.size, hiddenColumns: hidden.columns.size };
}

/** Rows and their numbers, from 0: a row without a number follows the one before it. */
function numberRows(rows: readonly Element[]): (readonly [number: number, row: Element])[] {
  let number = -1;
  return rows.map((row) => {
    number = row.attributes.r == null ? number + 1 : Number(row.attributes.r) - 1;
    return [number, row];
  });
}

function firstVisible([from, to]: readonly [number, number], isHidden: (at: number) => boolean): number {
  let at = from;
  while (at < to && isHidden(at)) at += 1;
  return at;
}

const isHidden = ({ attributes }: Element) => /^(?:1|true)$/.test(attributes.hidden ?? "");

/** A formula's cell has its last value beside the formula. */
function readCell(cell: Element, { strings, formats, is1904 }: Workbook): Cell {
  const type = cell.attributes.t ?? "n";
  const style = cell.attributes.s ?? "0";
  const value = textOf(element(cell, "x:v") ?? { type: "text", value: "" });
  const inline = element(cell, "x:is");
  if (type === "n" && value.trim() !== "" && Number.isFinite(Number(value))) {
    const pattern = formats[Number(style)] ?? "General";
    const days = is1904 && isDate(pattern) ? DAYS_TO_1904 : 0;
    return { text: numberText(Number(value) + days, pattern), isNumber: true, style };
  }
  const text =
    type === "s"
      ? (/^\d+$/.test(value.trim()) && strings[Number(value)]) || ""
      : type === "b"
        ? value === "1"
          ? "TRUE"
          : "FALSE"
        : inline
          ? richText(inline)
          : value;
  return { text, isNumber: false, style };
}

/** The column of A1. */
function columnOf(reference: string): number {
  const letters = reference.match(/^([A-Z]{1,3})\d{1,7}$/)?.[1] ?? "";
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function rangeOf(reference: string): Range {
  const [from = "", to = from] = reference.split(":");
  const row = (one: string) => Number(one.replace(/\D/g, "")) - 1;
  return { rows: [row(from), row(to)], columns: [columnOf(from), columnOf(to)] };
}
