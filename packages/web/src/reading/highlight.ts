import type { Nodes, Parent, PhrasingContent, Root, RootContent, Text } from "mdast";
import { type Highlight, markedPairs } from "./excerpt.js";

export interface Piece {
  readonly text: string;
  readonly marked: boolean;
  /** Its start in the whole text. */
  readonly at: number;
}

/** Cuts a text where highlights begin and end. Ranges outside the text are cut off; overlapping ones are merged. */
export function pieces(text: string, highlights: readonly Highlight[], offset = 0): Piece[] {
  const found: Piece[] = [];
  let at = 0;
  const add = (to: number, marked: boolean) => {
    if (to > at) found.push({ text: text.slice(at, to), marked, at: offset + at });
    at = Math.max(at, to);
  };
  for (const [start, end] of [...highlights].sort((a, b) => a[0] - b[0])) {
    add(Math.min(text.length, start - offset), false);
    add(Math.min(text.length, end - offset), true);
  }
  add(text.length, false);
  return found;
}

/**
 * Marks highlights, given as ranges of the Markdown source, in its tree (a remark plugin). A text whose source has
 * escapes is longer there than here: it is marked as a whole or not at all, rather than in the wrong place.
 */
export function remarkHighlights({ highlights }: { highlights: readonly Highlight[] }) {
  return (tree: Root) => markIn(tree, highlights);
}

/** A part of a table's Markdown, with the highlights in it. */
interface Rows {
  readonly markdown: string;
  readonly highlights: readonly Highlight[];
}

/**
 * Cuts a longer table's Markdown to its header and the rows that have most of what is marked, else its first rows; `left`
 * is the number of the other rows. Cut as text: a table may have ten thousand rows.
 */
export function fewRows(
  markdown: string,
  highlights: readonly Highlight[],
  rows: number,
): Rows & { readonly left: number } {
  const [header, body] = linesOf(markdown);
  const hits = body
    .filter((row) => touches(row, highlights))
    .map((row) => ({ row, pairs: markedPairs(markdown, highlights, { from: row.at, to: row.at + row.text.length }) }))
    .sort((a, b) => b.pairs.size - a.pairs.size)
    .slice(0, rows)
    .map(({ row }) => row);
  // The line that counts the other rows takes as much room as a row.
  const chosen = new Set(hits.length > 0 && body.length > rows ? hits : body.slice(0, rows));
  // A cell that is merged with the one above has its text there; of a cell as high as a page, that is too much.
  for (let at = body.length - 1; at > 0 && chosen.size < 2 * rows; at -= 1) {
    const [row, above] = [body[at] as Line, body[at - 1] as Line];
    if (chosen.has(row) && MERGED_ABOVE.test(row.text)) chosen.add(above);
  }
  const shown = body.filter((row) => chosen.has(row));
  return { ...joined([...header, ...shown], highlights), left: body.length - shown.length };
}

interface Line {
  readonly text: string;
  readonly at: number;
}

/** The lines of a table's header, and its rows. */
function linesOf(markdown: string): readonly [header: readonly Line[], body: readonly Line[]] {
  const lines: Line[] = [];
  for (let at = 0; at <= markdown.length; ) {
    const end = markdown.indexOf("\n", at);
    const to = end === -1 ? markdown.length : end;
    lines.push({ text: markdown.slice(at, to), at });
    at = to + 1;
  }
  return [lines.slice(0, HEADER_LINES), lines.slice(HEADER_LINES)];
}

const touches = ({ text, at }: Line, ranges: readonly Highlight[]) =>
  ranges.some(([from, to]) => from < at + text.length && to > at);

/** Lines below each other, and the highlights where they are now. */
function joined(lines: readonly Line[], highlights: readonly Highlight[]): Rows {
  let length = 0;
  const moved: Highlight[] = [];
  for (const { text, at } of lines) {
    for (const [from, to] of highlights)
      if (from >= at && to <= at + text.length) moved.push([from - at + length, to - at + length]);
    length += text.length + 1;
  }
  return { markdown: lines.map(({ text }) => text).join("\n"), highlights: moved };
}

const MERGED_ABOVE = /\| ↑ \|/;

/** The header row, and the delimiter row below it. */
const HEADER_LINES = 2;

function markIn(parent: Parent, highlights: readonly Highlight[]): void {
  parent.children = parent.children.flatMap((child): RootContent[] => {
    if ("children" in child) markIn(child, highlights);
    if (child.type === "html" && child.value === "<br>") return [{ type: "break" }];
    return child.type === "text" ? marked(child, highlights) : [child];
  });
}

function marked(node: Text, highlights: readonly Highlight[]): PhrasingContent[] {
  const [start, end] = rangeOf(node);
  if (end - start !== node.value.length)
    return [highlights.some(([from, to]) => from <= start && end <= to) ? markedText(node.value) : node];
  return pieces(node.value, highlights, start).map(({ text, marked: isMarked }) =>
    isMarked ? markedText(text) : { type: "text", value: text },
  );
}

const markedText = (value: string): PhrasingContent => ({
  type: "emphasis",
  data: { hName: "mark" },
  children: [{ type: "text", value }],
});

function rangeOf({ position }: Nodes): Highlight {
  return [position?.start.offset ?? 0, position?.end.offset ?? 0];
}
