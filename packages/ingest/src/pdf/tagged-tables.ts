import {
  type Box,
  type Page,
  type Tag,
  type TaggedCell,
  type TaggedTable,
  type TextPiece,
  union,
} from "./layout-types.js";
import { buildLines } from "./lines.js";
import { type PageTable, type TableLine, textOf } from "./tables.js";

/** More places than a page has room for. */
const PLACES_MAX = 10_000;
/** Tables with longer cells, or with text in a smaller share of their places, are layout. */
const CELL_MAX = 2_000;
const FILLED_MIN = 0.6;

/** The tag inside an element; tables inside a cell are text of that cell. */
export function tagInTable(role: string, above: Tag): Tag {
  if (above.cell) return above;
  if (role === "Table") return { ...above, table: { rows: [] } };
  const { table } = above;
  if (role === "TR") table?.rows.push([]);
  const row = table?.rows.at(-1);
  if (!table || !row || (role !== "TH" && role !== "TD")) return above;
  const cell = { table, isHeading: role === "TH" };
  row.push(cell);
  return { ...above, cell };
}

interface Cell extends Box {
  readonly isHeading: boolean;
  readonly pieces: readonly TextPiece[];
}

/** The tables that tags describe, except where a grid of lines already has the text of one. */
export function findTagged(page: Page, isInGrid: (piece: TextPiece) => boolean) {
  const pieces = new Map<TaggedCell, TextPiece[]>();
  const ruled = new Set<TaggedTable>();
  for (const piece of page.pieces) {
    if (!piece.cell) continue;
    const own = pieces.get(piece.cell) ?? [];
    if (own.push(piece) === 1) pieces.set(piece.cell, own);
    if (isInGrid(piece)) ruled.add(piece.cell.table);
  }
  const tables: PageTable[] = [];
  const taken = new Set<TextPiece>();
  for (const tag of new Set([...pieces.keys()].map(({ table }) => table))) {
    const rows = tag.rows.map((row) => row.flatMap((cell) => cellOf(cell, pieces.get(cell)))).filter((row) => row[0]);
    const table = ruled.has(tag) ? null : tableOf(page.number, rows);
    if (!table) continue;
    tables.push(table);
    for (const cell of rows.flat()) for (const piece of cell.pieces) taken.add(piece);
  }
  return { tables, taken };
}

const cellOf = ({ isHeading }: TaggedCell, pieces: readonly TextPiece[] = []): Cell[] =>
  pieces[0] ? [{ ...pieces.reduce<Box>(union, pieces[0]), isHeading, pieces }] : [];

function tableOf(page: number, rows: readonly (readonly Cell[])[]): PageTable | null {
  // pdf.js leaves out the cells without text and the attributes, so that only its place says the column of a cell.
  const columns = columnsOf(rows.flat());
  const [width, places] = [columns.length, rows.length * columns.length];
  if (rows.length < 2 || width < 2 || places > PLACES_MAX) return null;
  const cells = rows.flat();
  const isLayout = cells.some(({ pieces }) => pieces.reduce((sum, { text }) => sum + text.length, 0) > CELL_MAX);
  if (isLayout || cells.length < FILLED_MIN * places) return null;
  const lines: TableLine[] = [];
  for (const row of rows) {
    const placed = new Map(row.map((cell) => [columns.findIndex(({ x1 }) => cell.x1 <= x1), cell]));
    // A cell that covers several columns makes one of them.
    if (placed.size < row.length || placed.has(-1)) return null;
    const texts = columns.map((column, i) => textIn(page, column, placed.get(i)));
    const { x0, y0, x1, y1 } = row.reduce<Box>(union, row[0] as Cell);
    lines.push({ page, x0, y0, x1, y1, cells: texts.map((text) => ({ text, rows: 1, columns: 1, origin: null })) });
  }
  const body = rows.findIndex((row) => !row.every(({ isHeading }) => isHeading));
  const { x0, y0, x1, y1 } = cells.reduce<Box>(union, cells[0] as Cell);
  return {
    kind: "table",
    page,
    ...{ x0, y0, x1, y1 },
    columnEdges: edgesOf(columns),
    rows: lines,
    headRows: body > 0 ? body : undefined,
  };
}

/** The parts of the line in which there are cells. */
function columnsOf(cells: readonly Box[]): Box[] {
  const columns: Box[] = [];
  for (const cell of [...cells].sort((a, b) => a.x0 - b.x0)) {
    const last = columns.at(-1);
    if (last && cell.x0 < last.x1) columns[columns.length - 1] = union(last, cell);
    else columns.push(cell);
  }
  return columns;
}

const edgesOf = (columns: readonly Box[]) => [
  (columns[0] as Box).x0,
  ...columns.slice(1).map(({ x0 }, i) => (x0 + (columns[i] as Box).x1) / 2),
  (columns.at(-1) as Box).x1,
];

function textIn(page: number, column: Box, cell: Cell | undefined): string {
  return cell ? textOf(buildLines(page, cell.pieces, [], column.x1), column) : "";
}
