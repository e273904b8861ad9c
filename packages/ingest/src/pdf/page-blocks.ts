import { type Box, holds, type Line, type Page, type TextPiece } from "./layout-types.js";
import { buildLines } from "./lines.js";
import { findRulings, type Grid } from "./rulings.js";
import { buildTable, isTable, type PageTable } from "./tables.js";

/** A part of a page whose lines belong together: inside one frame, or outside all frames. */
export interface Region {
  readonly lines: readonly Line[];
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
  const tables = tableGrids.map((grid) =>
    buildTable(
      page,
      grid,
      isIn(grid),
      loose.filter((rule) => holds(grid, rule)),
    ),
  );
  const frames: Box[] = grids
    .filter((grid) => !tableGrids.some((table) => holds(table, grid)))
    .flatMap(({ cells }) => cells)
    .sort((a, b) => area(a) - area(b));
  const groups = new Map<Box | null, TextPiece[]>();
  for (const piece of page.pieces) {
    if (tableGrids.some((grid) => holds(grid, piece))) continue;
    const frame = frames.find((box) => holds(box, piece)) ?? null;
    const group = groups.get(frame) ?? [];
    if (group.push(piece) === 1) groups.set(frame, group);
  }
  const regions = [...groups].map(([frame, pieces]): Region => {
    const rules = loose.filter((rule) => (frames.find((box) => holds(box, rule)) ?? null) === frame);
    return { lines: buildLines(page.number, pieces, rules, frame ? Math.min(frame.x1, right) : right) };
  });
  return { page, regions, tables };
}

const area = ({ x0, y0, x1, y1 }: Box) => (x1 - x0) * (y1 - y0);

/** A table inside another one's cell is read as text of that cell. */
const outermost = (grids: readonly Grid[]) =>
  grids.filter((grid) => !grids.some((other) => other !== grid && area(other) > area(grid) && holds(other, grid)));
