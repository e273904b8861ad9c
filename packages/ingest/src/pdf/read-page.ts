import type { PDFPageProxy, TextItem, TextMarkedContent } from "pdfjs-dist/types/src/display/api.js";
import type { PageTags } from "./heading-marks.js";
import type { Bookmark, Box, Page, Tag, TextPiece } from "./layout-types.js";
import { type Drawing, type Matrix, multiply, readDrawing } from "./page-drawing.js";
import { withoutRadicals } from "./radicals.js";
import {
  directionOf,
  findStacked,
  joinTurned,
  runOf,
  type TurnedPiece,
  turnOf,
  withoutVerticalForms,
} from "./turned-text.js";

const BOLD_FONT = /bold|heavy|black|[-_,]w[6-9]|-demi|-medi(?!um)/i;

/**
 * The text of a page with its places and tags, its ruling lines, and whether there are pictures.
 *
 * @param bookmarks with their places in the space of the file
 */
export async function readPage(page: PDFPageProxy, tags: PageTags, bookmarks: readonly Bookmark[]): Promise<Page> {
  const { OPS } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const operators = await page.getOperatorList();
  const { items, styles } = await page.getTextContent({
    includeMarkedContent: tags.size > 0,
    disableNormalization: true,
  });
  const texts = items.filter((item): item is TextItem => "str" in item && item.str.trim() !== "");
  const tagged = tagsOf(items, tags);
  const stacked = findStacked(texts);
  const isVertical = (item: TextItem) => styles[item.fontName]?.vertical === true || stacked.has(item);
  const turn = turnOf(texts, page.getViewport({ scale: 1 }).transform as unknown as Matrix, isVertical);
  const viewport = page.getViewport({ scale: 1, rotation: (page.rotate + turn) % 360 });
  const view = viewport.transform as unknown as Matrix;
  const drawing = readDrawing(operators, view, OPS);
  const shown = { x0: 0, y0: 0, x1: viewport.width, y1: viewport.height };
  const pieces: TextPiece[] = [];
  const turned: TurnedPiece[] = [];
  let vertical = 0;
  for (const item of texts) {
    const matrix = multiply(view, item.transform as unknown as Matrix);
    const bold = boldOf(item, page) || isOutlined(matrix, drawing);
    const isColumn = isVertical(item);
    vertical += isColumn ? item.str.length : 0;
    const direction = directionOf(matrix, isColumn);
    const run = runOf(matrix, item, direction, isColumn, stacked.has(item));
    const text = withoutRadicals(isColumn ? withoutVerticalForms(item.str) : item.str);
    const piece = { text, ...run, bold, ...tagged.get(item) };
    if (direction === 0 && !isOutside(piece, shown)) pieces.push(piece);
    if (direction !== 0) turned.push({ direction, piece });
  }
  const sideways = joinTurned(page.pageNumber, turned).filter((piece) => !isOutside(piece, shown));
  return {
    number: page.pageNumber,
    width: viewport.width,
    height: viewport.height,
    turn,
    pieces: withoutOverprints([...pieces, ...sideways]),
    rules: drawing.rules,
    hasPicture: drawing.hasPicture,
    isVertical: vertical * 2 > texts.reduce((sum, { str }) => sum + str.length, 0),
    bookmarks: bookmarks.map((bookmark) => {
      const { top } = bookmark;
      return top === null ? bookmark : { ...bookmark, top: multiply(view, [1, 0, 0, 1, 0, top])[5] };
    }),
  };
}

/** The tag of each piece of text: that of the innermost marked content with one. */
function tagsOf(items: readonly (TextItem | TextMarkedContent)[], tags: PageTags): Map<TextItem, Tag> {
  const tagged = new Map<TextItem, Tag>();
  const open: (Tag | undefined)[] = [];
  for (const item of items) {
    const tag = open.at(-1);
    if ("str" in item) {
      if (tag) tagged.set(item, tag);
    } else if (item.type === "endMarkedContent") open.pop();
    else open.push(tags.get(item.id) ?? tag);
  }
  return tagged;
}

function boldOf({ fontName }: TextItem, { commonObjs }: PDFPageProxy): boolean {
  const font = commonObjs.has(fontName) ? (commonObjs.get(fontName) as { name?: string } | null) : null;
  return BOLD_FONT.test(font?.name ?? "");
}

function isOutlined([a, b, c, d, x, y]: Matrix, { outlined }: Drawing): boolean {
  const near = (Math.hypot(c, d) || Math.hypot(a, b) || 1) / 4;
  return outlined.some((place) => Math.abs(place.y - y) < 1 && Math.abs(place.x - x) < near);
}

function isOutside(box: Box, shown: Box): boolean {
  return box.x1 < shown.x0 || box.x0 > shown.x1 || box.y1 < shown.y0 || box.y0 > shown.y1;
}

/** Characters repeated at the same place, for bold or a shadow, are read once. */
function withoutOverprints(pieces: readonly TextPiece[]): TextPiece[] {
  const seen = new Map<string, TextPiece[]>();
  return pieces.filter((piece) => {
    const before = seen.get(piece.text) ?? [];
    if (before.push(piece) === 1) seen.set(piece.text, before);
    const near = piece.size * 0.2;
    return !before.some(
      (other) =>
        other !== piece && Math.abs(other.x0 - piece.x0) < near && Math.abs(other.baseline - piece.baseline) < near,
    );
  });
}
