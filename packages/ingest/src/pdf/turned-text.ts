import type { TextItem } from "pdfjs-dist/types/src/display/api.js";
import type { TextPiece, Turn } from "./layout-types.js";
import { buildLines } from "./lines.js";
import { boxOf, type Matrix, multiply } from "./page-drawing.js";
import { isWide } from "./spaces.js";

/** A piece in the space in which its direction is from left to right. */
export interface TurnedPiece {
  /** In radians, clockwise from left to right. */
  readonly direction: number;
  readonly piece: TextPiece;
}

/** The share of a font's height below the base line. */
const DESCENT = 0.12;
/** Text that climbs or falls less than this share of its length is level. */
const SLOPE_MAX = 0.3;
/** In font sizes: the steps from one vertical glyph down to the next, how far it may be aside, and its width. */
const STEP_MIN = 0.6;
const STEP_MAX = 1.35;
const ASIDE_MAX = 0.3;
const GLYPH_MAX = 1.3;
/** Fewer glyphs below one another are marks of a list, or numbers. */
const STACK_MIN = 4;
/** In font sizes: a wider gap divides turned text. */
const GAP_MAX = 1.5;

/** The glyphs that a file sets one below the other, without a vertical font. */
export function findStacked(items: readonly TextItem[]): Set<TextItem> {
  const stacked = new Set<TextItem>();
  let run: TextItem[] = [];
  for (const item of items) {
    if (!isBelow(run.at(-1), item)) run = [];
    run.push(item);
    if (run.length >= STACK_MIN && run.filter(({ str }) => isLetter(str)).length * 2 > run.length) {
      for (const glyph of run) stacked.add(glyph);
    }
  }
  // On a page of vertical text, the glyphs before and after a blank are stacked too.
  const isVertical = stacked.size * 2 > items.reduce((sum, { str }) => sum + str.length, 0);
  return isVertical ? new Set(items.filter(isGlyph)) : stacked;
}

const isLetter = (text: string) => isWide(text[0]) && /\p{L}/u.test(text);

/** Whether a glyph stands below another one: they have one middle, in Latin numbers too. */
function isBelow(above: TextItem | undefined, item: TextItem): boolean {
  if (!above || above.fontName !== item.fontName) return false;
  const [, , , , x, y] = item.transform;
  const size = sizeOf(item);
  const step = above.transform[5] - y;
  const aside = Math.abs(above.transform[4] + above.width / 2 - x - item.width / 2);
  return (
    isGlyph(above) && isGlyph(item) && step >= STEP_MIN * size && step <= STEP_MAX * size && aside <= ASIDE_MAX * size
  );
}

const sizeOf = ({ transform: [, , c, d] }: TextItem) => Math.hypot(c, d) || 1;

/** An upright letter, or a short Latin number. */
function isGlyph(item: TextItem): boolean {
  const [a, b] = item.transform;
  return [...item.str].length <= 3 && item.width <= GLYPH_MAX * sizeOf(item) && Math.abs(b) < Math.abs(a) * SLOPE_MAX;
}

/** How the page must be turned so that most of its text runs from left to right. */
export function turnOf(items: readonly TextItem[], view: Matrix, isVertical: (item: TextItem) => boolean): Turn {
  const letters = new Map<Turn, number>();
  for (const item of items) {
    const direction = directionOf(multiply(view, item.transform as unknown as Matrix), isVertical(item));
    const turn = (((4 - Math.round(direction / (Math.PI / 2))) % 4) * 90) as Turn;
    letters.set(turn, (letters.get(turn) ?? 0) + item.str.length);
  }
  const all = [...letters.values()].reduce((sum, count) => sum + count, 0);
  return [...letters].find(([, count]) => count * 2 > all)?.[0] ?? 0;
}

/** The direction of text, 0 if it is level; vertical text runs along the height of its letters. */
export function directionOf([a, b, c, d]: Matrix, isVertical: boolean): number {
  const [x, y] = isVertical ? [-c, -d] : [a, b];
  return Math.abs(y) <= SLOPE_MAX * x ? 0 : Math.atan2(y, x);
}

/** The place of a piece in the space of its direction. */
export function runOf(matrix: Matrix, item: TextItem, direction: number, isVertical: boolean, isGlyph: boolean) {
  const own = multiply(turnedBy(-direction), matrix);
  const [a, b, c, d, , y] = own;
  const unit = Math.hypot(a, b) || 1;
  const size = Math.hypot(c, d) || unit;
  const width = item.width / unit;
  if (!isVertical) return { ...boxOf(own, 0, -DESCENT, width, 1 - DESCENT), baseline: y, size };
  // A vertical font's origin is above the middle of its glyphs; another font's is at the left of the base line.
  const [, , , , start, middle] = isGlyph ? multiply(own, [1, 0, 0, 1, width / 2, 1 - DESCENT]) : own;
  const box = { x0: start, x1: start + (isGlyph ? size : item.height), y0: middle - size / 2, y1: middle + size / 2 };
  return { ...box, baseline: box.y1 - DESCENT * size, size };
}

/** Joins turned text to lines, each a piece with its box on the page. */
export function joinTurned(page: number, turned: readonly TurnedPiece[]): TextPiece[] {
  const byDirection = new Map<string, TurnedPiece[]>();
  for (const one of turned) {
    const key = one.direction.toFixed(2);
    const same = byDirection.get(key) ?? [];
    if (same.push(one) === 1) byDirection.set(key, same);
  }
  return [...byDirection.values()].flatMap((same) =>
    runsOf(same.map(({ piece }) => piece)).flatMap((run) =>
      buildLines(page, run, [], 0).map(({ text, bold, size, ...line }): TextPiece => {
        const box = boxOf(turnedBy((same[0] as TurnedPiece).direction), line.x0, line.y0, line.x1, line.y1);
        return { text, ...box, baseline: box.y1, size, bold, turned: true };
      }),
    ),
  );
}

/** Pieces on one line, divided at wide gaps. */
function runsOf(pieces: readonly TextPiece[]): TextPiece[][] {
  const runs: TextPiece[][] = [];
  const sorted = [...pieces].sort((a, b) => Math.round(a.baseline / 2) - Math.round(b.baseline / 2) || a.x0 - b.x0);
  for (const piece of sorted) {
    const last = runs.at(-1)?.at(-1);
    const isNext =
      last && Math.abs(last.baseline - piece.baseline) < piece.size / 2 && piece.x0 - last.x1 <= GAP_MAX * piece.size;
    if (isNext) runs.at(-1)?.push(piece);
    else runs.push([piece]);
  }
  return runs;
}

/** Vertical forms of brackets and marks as the usual ones. */
export const withoutVerticalForms = (text: string) =>
  text.replace(/[\ufe10-\ufe19\ufe30-\ufe48]/g, (form) =>
    form
      .normalize("NFKC")
      .replace(/\.+/, "…")
      .replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
  );

const turnedBy = (angle: number): Matrix => {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [cos, sin, -sin, cos, 0, 0];
};
