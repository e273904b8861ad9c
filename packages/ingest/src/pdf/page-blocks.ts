import { type Column, findColumns, type Thing } from "./columns.js";
import { boxedTerm, hasOperator, writeFractions } from "./formulas.js";
import { type Box, holds, type Line, type Page, type TextPiece } from "./layout-types.js";
import { buildLines } from "./lines.js";
import { findRulings, type Grid } from "./rulings.js";
import { buildTable, isTable, type PageTable } from "./tables.js";
import { findTagged } from "./tagged-tables.js";

/** The share of a column's text that may be beyond the edges of its lines. */
const FARTHER_OUT = 0.05;

/** A page with more frames is a form or a drawing, and has no columns. */
const FRAMES_MAX = 200;

/** A part of a page whose lines belong together: inside one frame, outside all frames, or a turned line. */
export interface Region {
  readonly lines: readonly Line[];
  /** Its column, if the text is in columns. */
  readonly column: Column | null;
  readonly isFrame: boolean;
}

export interface PageParts {
  readonly page: Page;
  readonly regions: readonly Region[];
  readonly tables: readonly PageTable[];
}

/**
 * Splits a page into its tables and the lines of each frame. Text in boxes side by side is not read across.
 *
 * @param right the right edge of the document's lines outside frames
 */
export function takeApart(page: Page, right: number): PageParts {
  const { grids, loose } = findRulings(page.rules);
  const isIn = (box: Box) => page.pieces.filter((piece) => holds(box, piece));
  const tableGrids = outermost(grids.filter((grid) => isTable(grid, isIn(grid))));
  const ruled = tableGrids.map((grid) =>
    buildTable(
      page,
      grid,
      isIn(grid),
      loose.filter((rule) => holds(grid, rule)),
    ),
  );
  const tagged = findTagged(page, (piece) => tableGrids.some((grid) => holds(grid, piece)));
  const tables = [...ruled, ...tagged.tables];
  const frames: Box[] = grids
    .filter((grid) => !tableGrids.some((table) => holds(table, grid)))
    .flatMap(({ cells }) => cells)
    .sort((a, b) => area(a) - area(b));
  const groups = new Map<Box | null, TextPiece[]>();
  const turned: TextPiece[] = [];
  for (const piece of page.pieces) {
    if (tagged.taken.has(piece) || tableGrids.some((grid) => holds(grid, piece))) continue;
    if (piece.turned) {
      turned.push(piece);
      continue;
    }
    const frame = frames.find((box) => holds(box, piece)) ?? null;
    const group = groups.get(frame) ?? [];
    if (group.push(piece) === 1) groups.set(frame, group);
  }
  const operators = page.pieces.filter(hasOperator);
  for (const [frame, pieces] of groups) {
    const term = frame && boxedTerm(frame, pieces, operators);
    if (!term) continue;
    const outer = frames.find((box) => area(box) > area(frame) && holds(box, frame)) ?? null;
    groups.delete(frame);
    const group = groups.get(outer) ?? [];
    if (group.push(term) === 1) groups.set(outer, group);
  }
  const regions = [...groups].flatMap(([frame, pieces]) => {
    const rules = loose.filter((rule) => (frames.find((box) => holds(box, rule)) ?? null) === frame);
    const formulas = writeFractions(pieces, rules);
    const end = frame ? Math.min(frame.x1, right) : right;
    const columns =
      frames.length > FRAMES_MAX ? [] : findColumns([...formulas.pieces, ...obstacles(frame, tables, frames)]);
    return inColumns(columns, formulas.pieces).map(([column, own]): Region => {
      const inside = column ? formulas.rules.filter((rule) => holds(column, rule)) : formulas.rules;
      const edges = column ? edgesOf(own) : { left: 0, right: end };
      return {
        lines: buildLines(page.number, own, inside, edges.right, edges.left, true),
        column,
        isFrame: frame !== null,
      };
    });
  });
  const sides = turned.map((piece): Region => {
    return { lines: buildLines(page.number, [piece], [], piece.x1), column: null, isFrame: true };
  });
  return { page, regions: [...regions, ...sides], tables };
}

/**
 * Where the full lines of a column begin and end. A column also has the part of the page above and below it, where a
 * page number between two columns, or a header at the page's edge, is farther out.
 */
function edgesOf(pieces: readonly TextPiece[]): { left: number; right: number } {
  const out = Math.floor(pieces.length * FARTHER_OUT);
  const starts = pieces.map(({ x0 }) => x0).sort((a, b) => a - b);
  const ends = pieces.map(({ x1 }) => x1).sort((a, b) => b - a);
  return { left: starts[out] ?? 0, right: ends[out] ?? 0 };
}

/** The tables and frames between the text of a frame or page. */
function obstacles(frame: Box | null, tables: readonly Box[], frames: readonly Box[]): Thing[] {
  const inside = [...tables, ...frames].filter(
    (box) => box !== frame && (frame === null || (holds(frame, box) && area(box) < area(frame))),
  );
  return inside.map(({ x0, y0, x1, y1 }) => ({ x0, y0, x1, y1, size: null }));
}

function inColumns(columns: readonly Column[], pieces: readonly TextPiece[]): [Column | null, TextPiece[]][] {
  const groups = new Map<Column | null, TextPiece[]>();
  for (const piece of pieces) {
    const column = columns.find((one) => holds(one, piece)) ?? null;
    const group = groups.get(column) ?? [];
    if (group.push(piece) === 1) groups.set(column, group);
  }
  return [...groups];
}

const area = ({ x0, y0, x1, y1 }: Box) => (x1 - x0) * (y1 - y0);

/** A table inside another one's cell is read as text of that cell. */
const outermost = (grids: readonly Grid[]) =>
  grids.filter((grid) => !grids.some((other) => other !== grid && area(other) > area(grid) && holds(other, grid)));
