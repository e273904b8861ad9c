import { type Box, union } from "./layout-types.js";

/** A column of text, in reading order: first those of the upper band, in a band from left to right. */
export interface Column extends Box {
  /** The top of the columns beside one another. */
  readonly top: number;
}

/** In font sizes: the width of the space between columns. */
const GUTTER_MIN = 0.8;
/** Fewer rows beside one another are a signature, an address, or a short table without rules. */
const ROWS_MIN = 5;
/** As shares of the column's width: a row that fills it, and how many of its rows do. */
const FULL_ROW = 0.6;
const FULL_ROWS_MIN = 0.5;
/** In font sizes: the distance of lines of one text, and the share of a column's rows that are so near. */
const LEADING_MAX = 2.2;
const NEAR_ROWS_MIN = 0.7;
/** As a share of the width of all columns; and in font sizes, so that numbers and names are no column. */
const WIDTH_MIN = 0.2;
const LETTERS_MIN = 9;

/** The share of rows on one base line that is no chance; and, as above, the rows of running text on such lines. */
const LEVEL_MIN = 0.8;
const RUNNING_ROW = 0.8;
const RUNNING_ROWS_MIN = 0.6;
const NUMBER = /^[^\p{L}]*[0-9０-９][^\p{L}]*$/u;

/** Anything that takes room on the page: text, a table, a frame. */
export interface Thing extends Box {
  /** The font size of text. */
  readonly size: number | null;
  readonly text?: string;
}

/** In font sizes: how much higher the left column may begin: text above is of the full width, with a short line. */
const HEAD_START_MAX = 4;
/** Places for a gutter that are tried on the way across a page, and columns below one another. */
const PLACES = 160;
const BANDS_MAX = 12;
/** More are a drawing of single letters, and looking for a gutter, or for three columns, would take long. */
const THINGS_MAX = 3_000;
const DIVIDED_MAX = 1_000;

/**
 * Finds text in columns: a strip without text beside at least {@link ROWS_MIN} rows on both sides, which fill
 * their columns, as cells of tables and labels of forms do not. A full-width heading or table ends the columns above.
 */
export function findColumns(things: readonly Thing[]): Column[] {
  if (things.length > THINGS_MAX) return [];
  const sorted = [...things].sort((a, b) => a.y0 - b.y0 || a.x0 - b.x0);
  return bandsOf(sorted, BANDS_MAX).flatMap((columns) => {
    const top = Math.min(...columns.map((column) => boxOf(column).y0));
    return columns.map((column): Column => ({ ...boxOf(column), top }));
  });
}

const boxOf = (things: readonly Thing[]): Box => things.reduce<Box>(union, things[0] as Thing);
const sizeOf = (things: readonly Thing[]): number => {
  const sizes = things.flatMap(({ size }) => size ?? []).sort((a, b) => a - b);
  return sizes[Math.floor(sizes.length / 2)] ?? 10;
};

/** The bands of columns below one another; each is its columns from left to right. */
function bandsOf(things: readonly Thing[], most: number): Thing[][][] {
  if (things.length < 2 * ROWS_MIN || most === 0) return [];
  const widest = longestRun(things);
  if (!widest) return [];
  const [from, to] = widest.range;
  const above = bandsOf(things.slice(0, from), most - 1);
  const below = bandsOf(things.slice(to), most - 1);
  return [...above, widest.columns.flatMap(divided), ...below];
}

interface Run {
  readonly range: readonly [from: number, to: number];
  readonly columns: Thing[][];
}

/** The longest run of things with columns, wherever their gutter is. */
function longestRun(things: readonly Thing[], isInner = false): Run | null {
  const { x0, x1 } = boxOf(things);
  const size = sizeOf(things);
  let longest: Run | null = null;
  for (let i = 1; i < PLACES; i++) {
    const x = x0 + ((x1 - x0) * i) / PLACES;
    for (const [start, end] of freeRuns(things, x)) {
      if (end - start <= (longest ? longest.range[1] - longest.range[0] : 2 * ROWS_MIN - 1)) continue;
      const run = columnsIn(things, start, end, x, size, isInner);
      if (run) longest = run;
    }
  }
  return longest;
}

/** The runs of things that do not reach over x. */
function freeRuns(things: readonly Thing[], x: number): [number, number][] {
  const runs: [number, number][] = [];
  let start = 0;
  for (let i = 0; i <= things.length; i++) {
    const thing = things[i];
    if (thing && (thing.x1 <= x || thing.x0 >= x)) continue;
    if (i > start) runs.push([start, i]);
    start = i + 1;
  }
  return runs;
}

function columnsIn(
  things: readonly Thing[],
  start: number,
  end: number,
  x: number,
  size: number,
  isInner: boolean,
): Run | null {
  const isLeft = ({ x1 }: Thing) => x1 <= x;
  let run = things.slice(start, end);
  const begin = run.find((thing) => !isLeft(thing));
  if (!begin) return null;
  const ahead = run.findIndex((thing) => thing.y0 > begin.y0 - HEAD_START_MAX * size);
  run = run.slice(ahead);
  const [left, right] = [run.filter(isLeft), run.filter((thing) => !isLeft(thing))];
  if (left.length < ROWS_MIN || right.length < ROWS_MIN) return null;
  const gutter = boxOf(right).x0 - boxOf(left).x1;
  const { x0, x1 } = boxOf(run);
  if (gutter < GUTTER_MIN * size || !isBeside(left, right)) return null;
  const columns = [left, right];
  const isColumn = (column: readonly Thing[]) => isText(column, (x1 - x0) * WIDTH_MIN);
  const others = columns.filter((column) => !isColumn(column));
  const isFound =
    others.length === 0 || (others.length === 1 && !isInner && run.length <= DIVIDED_MAX && others.every(isDivided));
  return isFound && (isInner || !isTabular(left, right)) ? { range: [start + ahead, end], columns } : null;
}

/** Of three columns, two are found as one first. */
function divided(column: Thing[]): Thing[][] {
  const run = longestRun(column, true);
  return run && isAll(run, column) ? run.columns.flatMap(divided) : [column];
}

const isDivided = (column: Thing[]) => divided(column).length > 1;
const isAll = ({ range: [from, to] }: Run, { length }: readonly Thing[]) => to - from === length;

function isText(things: readonly Thing[], widthMin: number): boolean {
  const rows = rowsOf(things);
  if (rows.length < ROWS_MIN) return false;
  const { x0, x1 } = boxOf(things);
  const width = x1 - x0;
  if (width < Math.max(widthMin, LETTERS_MIN * sizeOf(things))) return false;
  const near = LEADING_MAX * sizeOf(things);
  const isNear = (row: Box, i: number) => i === 0 || row.y1 - (rows[i - 1] as Box).y1 <= near + (row.y1 - row.y0);
  return (
    rows.filter((row) => row.x1 - row.x0 >= FULL_ROW * width).length >= FULL_ROWS_MIN * rows.length &&
    rows.filter(isNear).length >= NEAR_ROWS_MIN * rows.length
  );
}

/** Whether most rows are on one base line with a row of the other side, and a side is names or numbers: a table. */
function isTabular(left: readonly Thing[], right: readonly Thing[]): boolean {
  const [a, b] = [rowsOf(left), rowsOf(right)].sort((one, other) => one.length - other.length) as [Box[], Box[]];
  const level = a.filter((row) => b.some(({ y1 }) => Math.abs(y1 - row.y1) < 1));
  if (level.length < LEVEL_MIN * a.length) return false;
  return [left, right].some((side) => divided([...side]).some((column) => !isRunning(column)));
}

/** Whether it is text whose lines mostly end near the right edge, and not mostly numbers. */
function isRunning(things: readonly Thing[]): boolean {
  const rows = rowsOf(things);
  const { x0, x1 } = boxOf(things);
  const full = rows.filter((row) => row.x1 >= x0 + RUNNING_ROW * (x1 - x0));
  const numbers = things.filter(({ text }) => text !== undefined && NUMBER.test(text));
  return full.length >= RUNNING_ROWS_MIN * rows.length && numbers.length * 2 < things.length;
}

/** Whether most of the shorter side is beside the other. */
function isBeside(left: readonly Thing[], right: readonly Thing[]): boolean {
  const [a, b] = [boxOf(left), boxOf(right)];
  const shared = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0);
  return shared >= 0.6 * Math.min(a.y1 - a.y0, b.y1 - b.y0);
}

/** Things at one height. */
function rowsOf(things: readonly Thing[]): Box[] {
  const rows: Box[] = [];
  for (const thing of [...things].sort((a, b) => a.y1 - b.y1)) {
    const row = rows.at(-1);
    if (row && thing.y1 - row.y1 < (thing.size ?? 10) / 2) rows[rows.length - 1] = union(row, thing);
    else rows.push(thing);
  }
  return rows;
}
