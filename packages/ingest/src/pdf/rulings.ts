import type { Box, Rule } from "./layout-types.js";

/** One cell of a grid; it may span several rows and columns. */
export interface GridCell extends Box {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

/** Ruling lines that cross: a frame has one cell, a table several. */
export interface Grid extends Box {
  readonly columnEdges: readonly number[];
  readonly rowCount: number;
  /** Row by row, without cells that lack a border on a side. */
  readonly cells: readonly GridCell[];
}

export interface Rulings {
  readonly grids: readonly Grid[];
  /** The horizontal rules that are not borders: underlines, blanks, fraction bars. */
  readonly loose: readonly Rule[];
}

/** Lines closer than this are one: borders are drawn twice, in pieces, and with rounded numbers. */
const NEAR = 3;
const BORDER_MIN = 8;
/** A page of calendars has some hundreds; more are a drawing, and comparing every pair would take long. */
const BORDERS_MAX = 1_500;

interface Stroke {
  /** Its coordinate across its direction: y of a horizontal stroke. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

export function findRulings(rules: readonly Rule[]): Rulings {
  const isLevel = ({ x0, y0, x1, y1 }: Rule) => x1 - x0 >= y1 - y0;
  const level = joinStrokes(
    rules.filter(isLevel).map(({ x0, y0, x1, y1 }) => ({ at: (y0 + y1) / 2, from: x0, to: x1 })),
  );
  // A border's dots are as high as wide, so they also belong to the vertical strokes.
  const upright = joinStrokes(
    rules
      .filter((rule) => !isLevel(rule) || rule.x1 - rule.x0 <= NEAR)
      .map(({ x0, y0, x1, y1 }) => ({ at: (x0 + x1) / 2, from: y0, to: y1 })),
  );
  const [rows, columns] = [level, upright].map((strokes) => strokes.filter(({ from, to }) => to - from >= BORDER_MIN));
  if (!rows || !columns || rows.length + columns.length > BORDERS_MAX) return { grids: [], loose: asRules(level) };
  const groups = crossing(rows, columns);
  const grids = groups.flatMap((group) => buildGrid(group) ?? []);
  const borders = new Set(groups.flatMap((group) => group.rows));
  return { grids, loose: asRules(level.filter((stroke) => !borders.has(stroke))) };
}

const asRules = (strokes: readonly Stroke[]): Rule[] =>
  strokes.map(({ at, from, to }) => ({ x0: from, x1: to, y0: at, y1: at }));

/** Joins strokes that touch on one line. */
function joinStrokes(strokes: readonly Stroke[]): Stroke[] {
  const tracks: Stroke[][] = [];
  for (const stroke of [...strokes].sort((a, b) => a.at - b.at)) {
    const track = tracks.at(-1);
    if (track && stroke.at - (track.at(-1) as Stroke).at <= 1) track.push(stroke);
    else tracks.push([stroke]);
  }
  return tracks.flatMap((track) => {
    const joined: Stroke[] = [];
    for (const stroke of track.sort((a, b) => a.from - b.from)) {
      const last = joined.at(-1);
      if (last && stroke.from - last.to <= NEAR)
        joined[joined.length - 1] = { ...last, to: Math.max(last.to, stroke.to) };
      else joined.push(stroke);
    }
    return joined;
  });
}

interface Group {
  readonly rows: Stroke[];
  readonly columns: Stroke[];
}

/** Strokes that are connected by crossing each other. */
function crossing(rows: readonly Stroke[], columns: readonly Stroke[]): Group[] {
  const open = new Set([...rows, ...columns]);
  const isRow = new Set(rows);
  const meets = (row: Stroke, column: Stroke) =>
    row.from - NEAR <= column.at &&
    column.at <= row.to + NEAR &&
    column.from - NEAR <= row.at &&
    row.at <= column.to + NEAR;
  const groups: Group[] = [];
  for (const seed of rows) {
    if (!open.delete(seed)) continue;
    const group: Group = { rows: [], columns: [] };
    const waiting = [seed];
    for (let stroke = waiting.pop(); stroke; stroke = waiting.pop()) {
      const current = stroke;
      const [own, others] = isRow.has(current) ? [group.rows, columns] : [group.columns, rows];
      own.push(current);
      for (const other of others) {
        if (open.has(other) && (isRow.has(current) ? meets(current, other) : meets(other, current))) {
          open.delete(other);
          waiting.push(other);
        }
      }
    }
    if (group.rows.length > 1 && group.columns.length > 1) groups.push(group);
  }
  return groups;
}

function buildGrid({ rows, columns }: Group): Grid | null {
  const ys = edges(rows);
  const xs = edges(columns);
  const [height, width] = [ys.length - 1, xs.length - 1];
  if (height < 1 || width < 1) return null;
  const hasBorder = (strokes: readonly Stroke[], at: number, from: number, to: number) =>
    strokes.some(
      (stroke) => Math.abs(stroke.at - at) <= NEAR && stroke.from <= from + NEAR * 2 && stroke.to >= to - NEAR * 2,
    );
  const spot = (row: number, column: number) => row * width + column;
  const [y, x] = [(i: number) => ys[i] as number, (i: number) => xs[i] as number];
  const groupOf = Array.from({ length: height * width }, (_, i) => i);
  const find = (i: number): number => {
    let root = i;
    while (groupOf[root] !== root) root = groupOf[root] as number;
    return root;
  };
  const isOpen = new Set<number>();
  for (let r = 0; r < height; r++) {
    for (let c = 0; c < width; c++) {
      const isClosedBelow = hasBorder(rows, y(r + 1), x(c), x(c + 1));
      const isClosedRight = hasBorder(columns, x(c + 1), y(r), y(r + 1));
      if (!isClosedBelow && r + 1 < height) groupOf[find(spot(r + 1, c))] = find(spot(r, c));
      if (!isClosedRight && c + 1 < width) groupOf[find(spot(r, c + 1))] = find(spot(r, c));
      const isOpenOutside =
        (r === 0 && !hasBorder(rows, y(0), x(c), x(c + 1))) ||
        (c === 0 && !hasBorder(columns, x(0), y(r), y(r + 1))) ||
        (r + 1 === height && !isClosedBelow) ||
        (c + 1 === width && !isClosedRight);
      if (isOpenOutside) isOpen.add(spot(r, c));
    }
  }
  const members = new Map<number, number[]>();
  for (let i = 0; i < groupOf.length; i++) {
    const spots = members.get(find(i)) ?? [];
    if (spots.push(i) === 1) members.set(find(i), spots);
  }
  const cells = [...members.values()]
    .filter((spots) => !spots.some((i) => isOpen.has(i)))
    .map((spots): GridCell => {
      const rowsOf = spots.map((i) => Math.floor(i / width));
      const columnsOf = spots.map((i) => i % width);
      const [top, bottom] = [Math.min(...rowsOf), Math.max(...rowsOf) + 1];
      const [left, right] = [Math.min(...columnsOf), Math.max(...columnsOf) + 1];
      const box = { x0: x(left), y0: y(top), x1: x(right), y1: y(bottom) };
      return { ...box, row: top, column: left, rows: bottom - top, columns: right - left };
    })
    .sort((a, b) => a.row - b.row || a.column - b.column);
  return { x0: x(0), y0: y(0), x1: x(width), y1: y(height), columnEdges: xs, rowCount: height, cells };
}

/** The distinct places of the strokes. */
function edges(strokes: readonly Stroke[]): number[] {
  const places: number[] = [];
  for (const { at } of [...strokes].sort((a, b) => a.at - b.at)) {
    const last = places.at(-1);
    if (last === undefined || at - last > NEAR) places.push(at);
  }
  return places;
}
