import { UnreadableDocumentError } from "@retrieval/core/ports";
import type { Element } from "xast";
import { element, elements, textOf } from "../ooxml/xml.js";
import { numberText } from "./number-text.js";
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
  const columns = elements(element(xml, "x:cols"), "x:col")
    .filter(isHidden)
    .map(({ attributes }) => [Number(attributes.min) - 1, Number(attributes.max) - 1] as const);
  const hiddenColumns = new Set<number>();
  let hiddenRows = 0;
  const rows = new Map<number, Map<number, Cell>>();
  let r = -1;
  for (const row of elements(element(xml, "x:sheetData"), "x:row")) {
    r = row.attributes.r == null ? r + 1 : Number(row.attributes.r) - 1;
    const cells = new Map<number, Cell>();
    let c = -1;
    for (const cell of elements(row, "x:c")) {
      c = cell.attributes.r == null ? c + 1 : columnOf(cell.attributes.r);
      if (!(r >= 0 && r < ROWS_MAX && c >= 0 && c < COLUMNS_MAX)) {
        throw new UnreadableDocumentError({ code: "office.damaged" });
      }
      const read = readCell(cell, workbook);
      if (read.text.trim() === "") continue;
      if (columns.some(([min, max]) => c >= min && c <= max)) hiddenColumns.add(c);
      else cells.set(c, read);
    }
    if (cells.size > 0 && isHidden(row)) hiddenRows += 1;
    else if (cells.size > 0) rows.set(r, cells);
  }
  const merged = elements(element(xml, "x:mergeCells"), "x:mergeCell").map(({ attributes }) =>
    rangeOf(attributes.ref ?? ""),
  );
  return { rows, merged, hiddenRows, hiddenColumns: hiddenColumns.size };
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
    const days = is1904 && /[ymdgeah]/i.test(pattern.replace(/"[^"]*"|\[[^[\]]*\]/g, "")) ? DAYS_TO_1904 : 0;
    return { text: numberText(Number(value) + days, pattern), isNumber: true, style };
  }
  const text =
    type === "s"
      ? (strings[Number(value)] ?? "")
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
