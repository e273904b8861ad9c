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

/**
 * Cuts a table's Markdown to its header and the rows that have most of what is marked, else its first rows, and moves the
 * highlights accordingly; `left` is the number of the other rows. Cut as text: a table may have ten thousand rows.
 */
export function fewRows(
  markdown: string,
  highlights: readonly Highlight[],
  rows: number,
): { readonly markdown: string; readonly highlights: readonly Highlight[]; readonly left: number } {
  const lines: { text: string; at: number }[] = [];
  for (let at = 0; at <= markdown.length; ) {
    const end = markdown.indexOf("\n", at);
    const to = end === -1 ? markdown.length : end;
    lines.push({ text: markdown.slice(at, to), at });
    at = to + 1;
  }
  const [header, body] = [lines.slice(0, HEADER_LINES), lines.slice(HEADER_LINES)];
  const hits = body
    .filter(({ text, at }) => highlights.some(([from, to]) => from < at + text.length && to > at))
    .map((row) => ({ row, pairs: markedPairs(markdown, highlights, { from: row.at, to: row.at + row.text.length }) }))
    .sort((a, b) => b.pairs.size - a.pairs.size)
    .slice(0, rows)
    .map(({ row }) => row)
    .sort((a, b) => a.at - b.at);
  const shown = hits.length > 0 ? hits : body.slice(0, rows);
  const kept = [...header, ...shown];
  let length = 0;
  const moved: Highlight[] = [];
  for (const { text, at } of kept) {
    for (const [from, to] of highlights)
      if (from >= at && to <= at + text.length) moved.push([from - at + length, to - at + length]);
    length += text.length + 1;
  }
  return { markdown: kept.map(({ text }) => text).join("\n"), highlights: moved, left: body.length - shown.length };
}

/** The header row, and the delimiter row below it. */
const HEADER_LINES = 2;

function markIn(parent: Parent, highlights: readonly Highlight[]): void {
  parent.children = parent.children.flatMap((child): RootContent[] => {
    if ("children" in child) markIn(child, highlights);
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
