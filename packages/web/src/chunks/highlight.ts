import type { Nodes, Parent, PhrasingContent, Root, RootContent, Text } from "mdast";

/** From and to, in UTF-16 units, as the search returns them. */
export type Highlight = readonly [start: number, end: number];

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
