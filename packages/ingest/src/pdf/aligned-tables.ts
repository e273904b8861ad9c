import { isLeader } from "./contents-pages.js";
import { type Box, type Rule, type TextPiece, union } from "./layout-types.js";
import { buildLines, cellsOf, rowsOf } from "./lines.js";
import { isMarked } from "./markers.js";
import { joinWrapped } from "./spaces.js";
import type { PageTable, TableLine, TablePlace } from "./tables.js";

/** In font sizes: the gap between two cells, and the tolerance of aligned edges. */
const GAP_MIN = 0.9;
const ALIGNED = 0.5;
/** In font sizes: rows farther apart are not of one table; a cell's next line is nearer. */
const APART_MAX = 4;
const WRAPPED_MAX = 2;
/** Fewer rows, or fewer columns where no rules divide the rows, are aligned by chance. */
const ROWS_MIN = 3;
const COLUMNS_MIN = 3;
const RULED_COLUMNS_MIN = 2;
/** The share of a column's cells that are aligned, of a table's places that have text, and of rows with a column. */
const ALIGNED_MIN = 0.8;
const FILLED_MIN = 0.6;
/** Longer cells, or cells as long on average, are running text. */
const CELL_MAX = 60;
const CELL_MEAN_MAX = 25;
/** More pieces are a drawing. Each row may begin a table, so the rows that are compared with it are bounded. */
const PIECES_MAX = 3_000;
const ROWS_MAX = 200;

interface Cell extends Box {
  readonly text: string;
  readonly pieces: readonly TextPiece[];
}

interface Row {
  readonly cells: readonly Cell[];
  readonly baseline: number;
  readonly size: number;
}

export interface Aligned {
  readonly tables: readonly PageTable[];
  /** The pieces and rules outside the tables. */
  readonly pieces: readonly TextPiece[];
  readonly rules: readonly Rule[];
}

/**
 * Finds tables without a grid: rows whose cells are aligned in columns, at their left or right edges or in the middle.
 * Two columns are a table only between horizontal rules.
 */
export function findAligned(page: number, pieces: readonly TextPiece[], rules: readonly Rule[]): Aligned {
  if (pieces.length > PIECES_MAX) return { tables: [], pieces, rules };
  const rows = rowsOf(pieces).map(rowOf);
  const tables: PageTable[] = [];
  const taken = new Set<TextPiece>();
  for (let i = 0; i < rows.length; i++) {
    const run = runFrom(rows, i, rules);
    if (run.length < ROWS_MIN) continue;
    const table = tableOf(page, run, rules);
    if (!table) continue;
    tables.push(table);
    for (const { cells } of run) for (const cell of cells) for (const piece of cell.pieces) taken.add(piece);
    i += run.length - 1;
  }
  const isInside = (rule: Rule) => tables.some(({ y0, y1 }) => rule.y0 >= y0 - 3 && rule.y0 <= y1 + 3);
  return {
    tables,
    pieces: taken.size === 0 ? pieces : pieces.filter((piece) => !taken.has(piece)),
    rules: tables.length === 0 ? rules : rules.filter((rule) => !isInside(rule)),
  };
}

function rowOf(row: readonly TextPiece[]): Row {
  const cells = cellsOf(row, GAP_MIN).map((pieces): Cell => {
    const box = pieces.reduce<Box>(union, pieces[0] as TextPiece);
    return { ...box, text: pieces.map(({ text }) => text).join(""), pieces };
  });
  const { baseline, size } = row[0] as TextPiece;
  return { cells, baseline, size };
}

/** The rows from one on that may be of one table: it begins and ends with several cells; lists and contents have none. */
function runFrom(rows: readonly Row[], from: number, rules: readonly Rule[]): Row[] {
  const run: Row[] = [];
  for (const row of rows.slice(from, from + ROWS_MAX)) {
    const last = run.at(-1);
    const isTabular = row.cells.length >= RULED_COLUMNS_MIN;
    const isNear = !last || row.baseline - last.baseline <= (isTabular ? APART_MAX : WRAPPED_MAX) * row.size;
    const isText = row.cells.some(({ text }) => text.length > CELL_MAX || isLeader(text));
    if (!isNear || isText || (isItem(row) && !isBelowRule(row, rules)) || (!last && !isTabular)) break;
    run.push(row);
  }
  while (run.length > 0 && (run.at(-1) as Row).cells.length < RULED_COLUMNS_MIN) run.pop();
  return run;
}

/** Whether a rule of its width is right above a row. */
const isBelowRule = ({ cells, baseline, size }: Row, rules: readonly Rule[]) =>
  rules.some(
    ({ x0, x1, y0 }) =>
      y0 < baseline && y0 > baseline - 2 * size && cells.every((cell) => x0 < cell.x0 + size && x1 > cell.x1 - size),
  );

const isItem = ({ cells: [first, second] }: Row) =>
  first !== undefined && isMarked(`${first.text} `) && !!second && first.text.length <= 4;

function tableOf(page: number, run: readonly Row[], rules: readonly Rule[]): PageTable | null {
  const columns = columnsOf(run.flatMap(({ cells }) => cells));
  const box = run.flatMap(({ cells }) => cells).reduce<Box>(union, (run[0] as Row).cells[0] as Box);
  const own = rules.filter(({ x0, x1, y0 }) => x0 < box.x1 && x1 > box.x0 && y0 > box.y0 - 12 && y0 < box.y1 + 12);
  const wide = own.filter(({ x0, x1 }) => x1 - x0 >= 0.9 * (box.x1 - box.x0));
  const isRuled = wide.length >= ROWS_MIN;
  if (columns.length < (isRuled ? RULED_COLUMNS_MIN : COLUMNS_MIN)) return null;
  const rows: (readonly (Cell | undefined)[])[] = run.map(({ cells }) =>
    columns.map((column) => cells.find((cell) => cell.x0 < column.x1 && cell.x1 > column.x0)),
  );
  const full = rows.filter((row) => row.filter(Boolean).length >= FILLED_MIN * columns.length);
  if (full.length < ROWS_MIN || full.length < FILLED_MIN * rows.length) return null;
  const cells = run.flatMap((row) => row.cells);
  const isText = cells.reduce((sum, { text }) => sum + text.length, 0) > CELL_MEAN_MAX * cells.length;
  const blanks = own.filter((rule) => !wide.includes(rule));
  if (!isRuled && (isText || run.some((row) => hasBlank(page, row, blanks)))) return null;
  const size = (run[0] as Row).size;
  if (
    !columns.every((_, i) =>
      isAligned(
        full.slice(1).flatMap((row) => row[i] ?? []),
        ALIGNED * size,
      ),
    )
  )
    return null;
  return {
    kind: "table",
    page,
    ...box,
    columnEdges: edgesOf(columns),
    rows: run.map((row, i) => lineOf(page, row, rows[i] ?? [])),
  };
}

/** Whether a form has a blank between its cells. */
const hasBlank = (page: number, { cells }: Row, rules: readonly Rule[]) =>
  buildLines(
    page,
    cells.flatMap(({ pieces }) => pieces),
    rules,
    0,
  ).some(({ text }) => text.includes("＿"));

/** The parts of the line in which there are cells. */
export function columnsOf(cells: readonly Box[]): Box[] {
  const columns: Box[] = [];
  for (const cell of [...cells].sort((a, b) => a.x0 - b.x0)) {
    const last = columns.at(-1);
    if (last && cell.x0 < last.x1) columns[columns.length - 1] = union(last, cell);
    else columns.push(cell);
  }
  return columns;
}

function isAligned(cells: readonly Cell[], tolerance: number): boolean {
  const places = [({ x0 }: Cell) => x0, ({ x1 }: Cell) => x1, ({ x0, x1 }: Cell) => (x0 + x1) / 2];
  return (
    cells.length >= ROWS_MIN - 1 &&
    places.some((place) => {
      const all = cells.map(place).sort((a, b) => a - b);
      const middle = all[Math.floor(all.length / 2)] as number;
      return all.filter((at) => Math.abs(at - middle) <= tolerance).length >= ALIGNED_MIN * all.length;
    })
  );
}

export const edgesOf = (columns: readonly Box[]) => [
  (columns[0] as Box).x0,
  ...columns.slice(1).map(({ x0 }, i) => (x0 + (columns[i] as Box).x1) / 2),
  (columns.at(-1) as Box).x1,
];

function lineOf(page: number, { cells: own }: Row, cells: readonly (Cell | undefined)[]): TableLine {
  const texts = cells.map((cell) => joinWrapped(buildLines(page, cell?.pieces ?? [], [], 0).map(({ text }) => text)));
  return {
    ...own.reduce<Box>(union, own[0] as Box),
    page,
    cells: texts.map((text): TablePlace => ({ text, rows: 1, columns: 1, origin: null })),
  };
}
