import type { Nodes, Parent, PhrasingContent, Root, RootContent, Table, Text } from "mdast";

/** From and to, in UTF-16 units, as the search answers them. */
export type Highlight = readonly [start: number, end: number];

export interface Piece {
  readonly text: string;
  readonly marked: boolean;
  /** Where it begins in the whole text. */
  readonly at: number;
}

/** A text cut where highlights begin and end. Ranges outside the text are cut off; those that overlap become one. */
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

/** About so many characters of a text, around its first highlights. */
export function excerpt(text: string, highlights: readonly Highlight[], length: number): { from: number; to: number } {
  const first = Math.min(...highlights.map(([start]) => start), text.length);
  const wanted = first < length * 0.7 ? 0 : first - Math.floor(length * 0.3);
  const from = wanted === 0 ? 0 : boundary(text, wanted);
  return { from, to: boundary(text, Math.min(text.length, from + length)) };
}

/** Not between the halves of a character. */
function boundary(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}

/**
 * Marks highlights, given as ranges of the Markdown source, in its tree (a remark plugin). A text whose source has
 * escapes is longer there than here: it stays unmarked rather than marked in the wrong place.
 */
export function remarkHighlights({ highlights }: { highlights: readonly Highlight[] }) {
  return (tree: Root) => markIn(tree, highlights);
}

/** Leaves of each table its header and the first rows in which something is highlighted, else the first rows. */
export function remarkFewRows({ highlights, rows }: { highlights: readonly Highlight[]; rows: number }) {
  return (tree: Root) => {
    for (const node of tree.children) if (node.type === "table") shorten(node, highlights, rows);
  };
}

function shorten(table: Table, highlights: readonly Highlight[], rows: number): void {
  const [header, ...body] = table.children;
  if (header === undefined || body.length <= rows) return;
  const hit = body.filter((row) => {
    const [start, end] = rangeOf(row);
    return highlights.some(([from, to]) => from < end && to > start);
  });
  table.children = [header, ...(hit.length > 0 ? hit : body).slice(0, rows)];
}

function markIn(parent: Parent, highlights: readonly Highlight[]): void {
  parent.children = parent.children.flatMap((child): RootContent[] => {
    if ("children" in child) markIn(child, highlights);
    return child.type === "text" ? marked(child, highlights) : [child];
  });
}

function marked(node: Text, highlights: readonly Highlight[]): PhrasingContent[] {
  const [start, end] = rangeOf(node);
  if (end - start !== node.value.length) return [node];
  return pieces(node.value, highlights, start).map(({ text, marked: isMarked }) =>
    isMarked
      ? { type: "emphasis", data: { hName: "mark" }, children: [{ type: "text", value: text }] }
      : { type: "text", value: text },
  );
}

function rangeOf({ position }: Nodes): Highlight {
  return [position?.start.offset ?? 0, position?.end.offset ?? 0];
}
