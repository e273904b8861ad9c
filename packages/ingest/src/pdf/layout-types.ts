/**
 * A rectangle on a page in PDF points (1/72 inch) as the page is shown, turned and cropped: the origin is at the top
 * left, y grows downwards.
 */
export interface Box {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** A run of characters that the file sets in one go. */
export interface TextPiece extends Box {
  readonly text: string;
  readonly baseline: number;
  /** The height of the font. */
  readonly size: number;
  readonly bold: boolean;
}

/** A ruling line: one of its sides is next to nothing. */
export type Rule = Box;

/** What one page shows. */
export interface Page {
  /** Counted from 1, whatever number is printed on it. */
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly pieces: readonly TextPiece[];
  readonly rules: readonly Rule[];
  /** Does it show a picture large enough to be read? */
  readonly hasPicture: boolean;
  /** Is its text set in vertical lines? */
  readonly isVertical: boolean;
}

/** A line of text. */
export interface Line extends Box {
  readonly page: number;
  readonly text: string;
  readonly baseline: number;
  readonly size: number;
  /** Is all of it bold? */
  readonly bold: boolean;
  /** How many of its first characters are bold. */
  readonly boldLength: number;
  /** Does a wide gap set its end apart, as before an amount at the right edge? */
  readonly tabbed: boolean;
  /** The right edge that it could have reached. */
  readonly right: number;
}

export function union(a: Box, b: Box): Box {
  return { x0: Math.min(a.x0, b.x0), y0: Math.min(a.y0, b.y0), x1: Math.max(a.x1, b.x1), y1: Math.max(a.y1, b.y1) };
}

/** Does the outer box hold the middle of the inner one? */
export function holds(outer: Box, inner: Box): boolean {
  const [x, y] = [(inner.x0 + inner.x1) / 2, (inner.y0 + inner.y1) / 2];
  return outer.x0 <= x && x <= outer.x1 && outer.y0 <= y && y <= outer.y1;
}
