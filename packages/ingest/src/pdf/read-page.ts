import type { PDFPageProxy, TextItem } from "pdfjs-dist/types/src/display/api.js";
import type { Box, Page, TextPiece } from "./layout-types.js";
import { boxOf, type Drawing, type Matrix, multiply, readDrawing } from "./page-drawing.js";
import { withoutRadicals } from "./radicals.js";

/** The share of a font's height below the base line. */
const DESCENT = 0.12;
const BOLD_FONT = /bold|heavy|black|[-_,]w[6-9]/i;

/** The text of a page with its places, its ruling lines, and whether there are pictures. */
export async function readPage(page: PDFPageProxy): Promise<Page> {
  const { OPS } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const viewport = page.getViewport({ scale: 1 });
  const view = viewport.transform as unknown as Matrix;
  const drawing = readDrawing(await page.getOperatorList(), view, OPS);
  const { items, styles } = await page.getTextContent({ includeMarkedContent: false, disableNormalization: true });
  const shown = { x0: 0, y0: 0, x1: viewport.width, y1: viewport.height };
  const pieces: TextPiece[] = [];
  let vertical = 0;
  for (const item of items as TextItem[]) {
    if (item.str.trim() === "") continue;
    const isVertical = styles[item.fontName]?.vertical === true;
    const piece = pieceOf(item, view, isVertical, boldOf(item, page), drawing);
    if (isOutside(piece, shown)) continue;
    vertical += isVertical ? item.str.length : 0;
    pieces.push(piece);
  }
  return {
    number: page.pageNumber,
    width: viewport.width,
    height: viewport.height,
    pieces: withoutOverprints(pieces),
    rules: drawing.rules,
    hasPicture: drawing.hasPicture,
    isVertical: vertical * 2 > pieces.reduce((sum, { text }) => sum + text.length, 0),
  };
}

function boldOf({ fontName }: TextItem, { commonObjs }: PDFPageProxy): boolean {
  const font = commonObjs.has(fontName) ? (commonObjs.get(fontName) as { name?: string } | null) : null;
  return BOLD_FONT.test(font?.name ?? "");
}

function pieceOf(item: TextItem, view: Matrix, isVertical: boolean, isBoldFont: boolean, drawing: Drawing): TextPiece {
  const matrix = multiply(view, item.transform as unknown as Matrix);
  const [a, b, c, d, e, f] = matrix;
  const size = Math.hypot(c, d) || Math.hypot(a, b) || 1;
  const unit = Math.hypot(a, b) || 1;
  const box: Box = isVertical
    ? { x0: e - size / 2, x1: e + size / 2, y0: f, y1: f + item.height }
    : boxOf(matrix, 0, -DESCENT, item.width / unit, 1 - DESCENT);
  const isUpright = Math.abs(b) < Math.abs(a) && !isVertical;
  const baseline = isUpright ? f : box.y1 - DESCENT * size;
  const isOutlined = drawing.outlined.some(({ x, y }) => Math.abs(y - f) < 1 && Math.abs(x - e) < size / 4);
  const bold = isBoldFont || isOutlined;
  return { text: withoutRadicals(item.str), ...box, baseline, size, bold };
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
