import { isLeader } from "./contents-pages.js";
import { type Box, type Line, type Rule, type TextPiece, union } from "./layout-types.js";
import { isMarked } from "./markers.js";
import { isWide, withoutLetterSpaces } from "./spaces.js";

/** Characters whose base lines differ by less than this share of their size are on one line (for example exponents). */
const SAME_LINE = 0.4;
/** Smaller gaps come from justification, and from the space between Japanese and Latin letters. */
const WIDE_SPACE_MIN = 0.7;
const NARROW_SPACE_MIN = 0.35;
const TAB_MIN = 2.5;
/** More letters than this after a wide gap are no value of the text before it. */
const END_MAX = 20;
const LATIN_SPACE_MIN = 0.15;
/** Wider gaps divide the cells of a row; fewer such rows below one another are no table. */
const CELL_GAP_MIN = 1.5;
const LABEL = /^(?:第|(?:[0-9０-９]+[.．])+[0-9０-９]*\s*$)/;
const CERTAIN_MIN = 3;
const LEVEL_MIN = 5;
const ROW_DISTANCE_MAX = 4;
const NUMBER = /^[\s+\-−△▲(（¥￥$€£]*[0-9０-９][0-9０-９.,，．\s%％円)）]*$/;
/** A line drawn in place of text is a blank to fill in. It is at most this far below the base line. */
const BLANK_BELOW_MAX = 0.35;
const BLANK_MIN = 1.8;

/**
 * The lines of text in a part of a page, from top to bottom.
 *
 * @param rules the drawn lines in that part that are not borders
 * @param right the right edge of that part's text
 * @param left the left edge of that part, if it is a column
 * @param hasRows whether the part may have a table without lines
 */
export function buildLines(
  page: number,
  pieces: readonly TextPiece[],
  rules: readonly Rule[],
  right: number,
  left = 0,
  hasRows = false,
): Line[] {
  const rows = rowsOf(pieces);
  const tabular = hasRows ? tabularRows(rows) : new Set();
  return rows.map((row) => buildLine(page, row, rules, left, right, tabular.has(row)));
}

/** Pieces on one base line, from top to bottom. */
export function rowsOf(pieces: readonly TextPiece[]): TextPiece[][] {
  const rows: TextPiece[][] = [];
  for (const piece of [...pieces].sort((a, b) => a.baseline - b.baseline || a.x0 - b.x0)) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row && first && piece.baseline - first.baseline <= SAME_LINE * Math.min(piece.size, first.size))
      row.push(piece);
    else rows.push([piece]);
  }
  return rows;
}

/** The pieces of a row, divided at gaps of this many font sizes. */
export function cellsOf(row: readonly TextPiece[], gap: number): TextPiece[][] {
  const cells: TextPiece[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const piece of [...row].sort((a, b) => a.x0 - b.x0)) {
    if (piece.x0 - end < gap * piece.size) cells.at(-1)?.push(piece);
    else cells.push([piece]);
    end = Math.max(end, piece.x1);
  }
  return cells;
}

/**
 * Rows of a table that no lines divide: three of several cells or of a text and a number, or five whose second cells
 * begin at one place; with the row above, which may name the columns.
 */
function tabularRows(rows: readonly (readonly TextPiece[])[]): Set<readonly TextPiece[]> {
  const found = new Set<readonly TextPiece[]>();
  let run: (readonly TextPiece[])[] = [];
  let certain = 0;
  let last: TextPiece[][] = [];
  for (const row of rows) {
    const cells = row.length < 2 ? [] : valueCells(row);
    const [size, before] = [(row[0] as TextPiece).size, run.at(-1)?.[0]];
    const isCertain = cells.length > 2 || NUMBER.test(textOf(cells[1]));
    const isLevel = Math.abs((last[1]?.[0]?.x0 ?? 0) - (cells[1]?.[0]?.x0 ?? 0)) < size / 2;
    const isNear = before && (row[0] as TextPiece).baseline - before.baseline < ROW_DISTANCE_MAX * size;
    if (!isNear || !(isCertain || isLevel)) [run, certain] = [[], 0];
    if (cells.length > 1) run.push(row);
    else run = [];
    certain = run.length === 0 ? 0 : certain + (isCertain ? 1 : 0);
    if (certain >= CERTAIN_MIN || run.length >= LEVEL_MIN) for (const one of run) found.add(one);
    last = cells;
  }
  return found;
}

/** The cells of a row without the marker before them; none if it is a line of contents. */
function valueCells(row: readonly TextPiece[]): TextPiece[][] {
  const cells = cellsOf(row, CELL_GAP_MIN);
  const first = textOf(cells[0]);
  if (cells.some((cell) => isLeader(textOf(cell)))) return [];
  return (isMarked(`${first} `) && first.length <= 4) || LABEL.test(first) ? cells.slice(1) : cells;
}

const textOf = (cell: readonly TextPiece[] = []) => cell.map(({ text }) => text).join("");

function buildLine(
  page: number,
  row: readonly TextPiece[],
  rules: readonly Rule[],
  left: number,
  right: number,
  isRow: boolean,
): Line {
  const main = row.reduce((a, b) => (b.text.length > a.text.length ? b : a));
  const pieces = [...row, ...blanks(row, main, rules)].sort((a, b) => a.x0 - b.x0);
  let text = "";
  let isBold = true;
  let tabbed = false;
  let endLength = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (const piece of pieces) {
    const own = withoutLetterSpaces(piece.text);
    text =
      text.trimEnd() + (text === "" ? "" : space(text, own, (piece.x0 - end) / main.size, isRow)) + own.trimStart();
    isBold &&= piece.bold;
    const isApart = text.length > own.length && (piece.x0 - end) / main.size >= TAB_MIN;
    endLength = isApart ? own.length : endLength + own.length;
    tabbed = (tabbed || isApart) && endLength <= END_MAX;
    end = Math.max(end, piece.x1);
  }
  const { x0, y0, x1, y1 } = pieces.reduce<Box>(union, main);
  const { baseline, size } = main;
  return {
    page,
    text: withoutLetterSpaces(text),
    x0,
    y0,
    x1,
    y1,
    baseline,
    size,
    bold: isBold,
    tabbed,
    left,
    right,
    turned: main.turned,
    isRow,
    mark: row.every(({ mark }) => mark === main.mark) ? main.mark : undefined,
  };
}

/** The text between two pieces, by the gap as a share of the font size and by the white space in the file. */
function space(before: string, after: string, gap: number, isRow: boolean): string {
  const wide = [before.trimEnd().at(-1), after.trimStart()[0]].filter(isWide).length;
  if (wide === 0 && isRow && gap >= CELL_GAP_MIN) return "  ";
  if (wide === 0) return gap >= LATIN_SPACE_MIN || /\s$/.test(before) || /^\s/.test(after) ? " " : "";
  return gap >= WIDE_SPACE_MIN ? "\u3000" : wide === 2 && gap >= NARROW_SPACE_MIN ? " " : "";
}

/** Blanks of a form: rules just below the base line without text above them, as underscores of the same width. */
function blanks(row: readonly TextPiece[], { baseline, size, bold }: TextPiece, rules: readonly Rule[]): TextPiece[] {
  return rules
    .filter(({ y0, y1 }) => y0 >= baseline - 1 && y1 <= baseline + BLANK_BELOW_MAX * size + 1)
    .flatMap((rule) => freeParts(rule, row))
    .filter(({ x0, x1 }) => x1 - x0 >= BLANK_MIN * size)
    .map(({ x0, x1 }) => ({
      text: "＿".repeat(Math.round((x1 - x0) / size)),
      ...{ x0, x1, y0: baseline - size, y1: baseline },
      ...{ baseline, size, bold },
    }));
}

function freeParts(rule: Rule, row: readonly TextPiece[]): { x0: number; x1: number }[] {
  let free = [{ x0: rule.x0, x1: rule.x1 }];
  for (const { x0, x1 } of row) {
    free = free.flatMap((part) =>
      x1 <= part.x0 || x0 >= part.x1
        ? [part]
        : [
            { x0: part.x0, x1: Math.max(part.x0, x0) },
            { x0: Math.min(part.x1, x1), x1: part.x1 },
          ],
    );
  }
  return free;
}
