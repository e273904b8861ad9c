import { type Box, holds, type Line, type Page, type Rule, type TextPiece } from "./layout-types.js";
import { buildLines } from "./lines.js";
import type { Grid, GridCell } from "./rulings.js";
import { joinWrapped } from "./spaces.js";

/** A table, or the part of it on one page. */
export interface PageTable extends Box {
  readonly kind: "table";
  readonly page: number;
  readonly columnEdges: readonly number[];
  readonly rows: readonly TableLine[];
  /** The number of its heading rows, where tags say so. */
  readonly headRows?: number | undefined;
}

/** One row, with a place for every column. */
export interface TableLine extends Box {
  readonly page: number;
  readonly cells: readonly TablePlace[];
}

export interface TablePlace {
  readonly text: string;
  /** The number of rows and columns that it covers. */
  readonly rows: number;
  readonly columns: number;
  /**
   * The distance, in rows up and columns left, to the beginning of the cell that covers this place; absent for that
   * cell.
   */
  readonly origin: readonly [number, number] | null;
}

/** From this many lines at the same heights in every cell of a row, they are rows without rules between them. */
const UNRULED_ROWS_MIN = 3;
/** A line that leaves more of its cell free than this ends on purpose. */
const FREE_MAX = 0.5;

/**
 * Whether it is a table rather than a frame or drawing. A table has at least two columns and rows, and text in most of
 * its cells.
 */
export function isTable(grid: Grid, pieces: readonly TextPiece[]): boolean {
  if (grid.rowCount < 2 || grid.columnEdges.length < 3 || grid.cells.length < 3) return false;
  const filled = grid.cells.filter((cell) => pieces.some((piece) => holds(cell, piece)));
  const isTiled = covered(grid.cells) >= 0.95 * grid.rowCount * (grid.columnEdges.length - 1);
  // A frame with double lines has a column without text on each side.
  const columns = new Set(filled.filter((cell) => cell.columns === 1).map(({ column }) => column));
  return isTiled && columns.size > 1 && filled.length * 2 >= grid.cells.length;
}

const covered = (cells: readonly GridCell[]) => cells.reduce((sum, { rows, columns }) => sum + rows * columns, 0);

/** Builds the table from a grid and its text. */
export function buildTable(
  { number }: Page,
  grid: Grid,
  pieces: readonly TextPiece[],
  rules: readonly Rule[],
): PageTable {
  const width = grid.columnEdges.length - 1;
  const taken = new Set<TextPiece>();
  // An L-shaped cell overlaps others, so the smallest one gets the text.
  const bySize = [...grid.cells].sort((a, b) => a.rows * a.columns - b.rows * b.columns);
  const linesOf = new Map<GridCell, Line[]>();
  for (const cell of bySize) {
    const own = pieces.filter((piece) => !taken.has(piece) && holds(cell, piece));
    for (const piece of own) taken.add(piece);
    const inside = rules.filter((rule) => holds(cell, rule));
    linesOf.set(cell, buildLines(number, own, inside, cell.x1));
  }
  const rows = Array.from({ length: grid.rowCount }, (_, row) => {
    const cells = Array.from({ length: width }, (_, column): TablePlace => {
      const cell = grid.cells.find((one) => covers(one, row, column));
      if (!cell) return { text: "", rows: 1, columns: 1, origin: null };
      const [up, left] = [row - cell.row, column - cell.column];
      const isOrigin = up === 0 && left === 0;
      const text = isOrigin ? textOf(linesOf.get(cell) ?? [], cell) : "";
      return { text, rows: cell.rows, columns: cell.columns, origin: isOrigin ? null : [up, left] };
    });
    const own = grid.cells.filter((cell) => cell.row === row);
    const split = splitUnruled(own, width, linesOf);
    const [y0, y1] = [Math.min(...own.map((cell) => cell.y0)), Math.max(...own.map((cell) => cell.y1))];
    const box = { x0: grid.x0, x1: grid.x1, y0: own.length > 0 ? y0 : grid.y0, y1: own.length > 0 ? y1 : grid.y1 };
    return (split ?? [cells]).map((row) => ({ ...box, page: number, cells: row }));
  });
  const { x0, y0, x1, y1, columnEdges } = grid;
  return { kind: "table", page: number, x0, y0, x1, y1, columnEdges, rows: rows.flat() };
}

const covers = (cell: GridCell, row: number, column: number) =>
  cell.row <= row && row < cell.row + cell.rows && cell.column <= column && column < cell.column + cell.columns;

function splitUnruled(
  cells: readonly GridCell[],
  width: number,
  linesOf: ReadonlyMap<GridCell, readonly Line[]>,
): TablePlace[][] | null {
  if (cells.length !== width || width < 2 || cells.some(({ rows, columns }) => rows * columns !== 1)) return null;
  const columns = cells.map((cell) => linesOf.get(cell) ?? []);
  const [first = []] = columns;
  if (first.length < UNRULED_ROWS_MIN) return null;
  const isLevel = columns.every(
    (lines) =>
      lines.length === first.length &&
      lines.every(({ baseline, size }, i) => Math.abs(baseline - (first[i] as Line).baseline) < size / 2),
  );
  if (!isLevel) return null;
  return first.map((_, i) =>
    columns.map((lines) => ({ text: (lines[i] as Line).text, rows: 1, columns: 1, origin: null })),
  );
}

export function textOf(lines: readonly Line[], cell: Box): string {
  const width = cell.x1 - cell.x0;
  let text = "";
  for (const [i, line] of lines.entries()) {
    const before = lines[i - 1];
    const isEnded = before !== undefined && width - (before.x1 - before.x0) > FREE_MAX * width;
    // Characters one below the other are a vertical word.
    const isStacked = before !== undefined && [...before.text].length === 1;
    text = isEnded && !isStacked ? `${text} ${line.text}` : joinWrapped(text === "" ? [line.text] : [text, line.text]);
  }
  return text;
}
