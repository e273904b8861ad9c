/**
 * A rectangle on a page in PDF points (1/72 inch) of the displayed page, rotated and cropped: the origin is at the top
 * left, y grows downwards.
 */
export interface Box {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** The heading that the file itself marks: one object for all pieces and lines of the heading. */
export interface HeadingMark {
  /** From 1, the outermost. */
  readonly level: number;
  /** Whether a tag marks it, and not a bookmark. */
  readonly isTag: boolean;
}

/** A table of the file's tags, or the part of it on one page: its cells by rows. */
export interface TaggedTable {
  readonly rows: TaggedCell[][];
}

export interface TaggedCell {
  readonly table: TaggedTable;
  readonly isHeading: boolean;
}

/** What the tags around a piece of text say of it. */
export interface Tag {
  readonly mark?: HeadingMark | undefined;
  readonly table?: TaggedTable | undefined;
  readonly cell?: TaggedCell | undefined;
}

/** A bookmark of the file that leads to a page. */
export interface Bookmark extends HeadingMark {
  readonly title: string;
  /** Where on the page it leads to, if it says so. */
  readonly top: number | null;
}

/** A run of characters from one operator of the file. */
export interface TextPiece extends Box {
  readonly text: string;
  readonly baseline: number;
  /** The height of the font. */
  readonly size: number;
  readonly bold: boolean;
  /** Whether it is a whole line that runs in another direction than the text of the page. */
  readonly turned?: boolean | undefined;
  readonly mark?: HeadingMark | undefined;
  readonly cell?: TaggedCell | undefined;
}

/** A ruling line: a very thin box. */
export type Rule = Box;

export type Turn = 0 | 90 | 180 | 270;

/** The content of one page. */
export interface Page {
  /** Counted from 1, regardless of the printed number. */
  readonly number: number;
  readonly width: number;
  readonly height: number;
  /** How far its text was turned, clockwise in degrees, to run from left to right. */
  readonly turn: Turn;
  readonly pieces: readonly TextPiece[];
  readonly rules: readonly Rule[];
  /** Whether it has a picture large enough to contain text. */
  readonly hasPicture: boolean;
  /** Whether most of its text is vertical: it was read from right to left, as if turned. */
  readonly isVertical: boolean;
  readonly bookmarks: readonly Bookmark[];
}

/** A line of text. */
export interface Line extends Box {
  readonly page: number;
  readonly text: string;
  readonly baseline: number;
  readonly size: number;
  /** Whether the whole line is bold. */
  readonly bold: boolean;
  /** Whether a wide gap separates its end, as before an amount at the right edge. */
  readonly tabbed: boolean;
  /** The left edge of its column; 0 outside columns. */
  readonly left: number;
  /** The right edge that it could have reached. */
  readonly right: number;
  readonly turned?: boolean | undefined;
  /** Whether it is a row of a table without lines, with two spaces between its cells. */
  readonly isRow?: boolean;
  readonly mark?: HeadingMark | undefined;
}

export function union(a: Box, b: Box): Box {
  return { x0: Math.min(a.x0, b.x0), y0: Math.min(a.y0, b.y0), x1: Math.max(a.x1, b.x1), y1: Math.max(a.y1, b.y1) };
}

/** Whether the outer box contains the middle of the inner one. */
export function holds(outer: Box, inner: Box): boolean {
  const [x, y] = [(inner.x0 + inner.x1) / 2, (inner.y0 + inner.y1) / 2];
  return outer.x0 <= x && x <= outer.x1 && outer.y0 <= y && y <= outer.y1;
}
