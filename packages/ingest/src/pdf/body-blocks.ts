import type { Line } from "./layout-types.js";
import { type Marker, markerOf } from "./markers.js";
import { isLoose } from "./paragraphs.js";

/** A paragraph below a heading. */
export interface BodyText {
  readonly text: string;
  readonly lines: readonly Line[];
}

/** A passage, or an item of a list: short lines below one another are lines of one paragraph. */
export interface Block {
  readonly texts: readonly string[];
  readonly lines: readonly [Line, ...Line[]];
  readonly marker: Marker | null;
  /** Whether it only names the text below it. */
  readonly isLabel: boolean;
}

/** Short lines are joined up to this many characters. */
const LINES_MAX = 600;
/** Shorter text without the end of a sentence is no paragraph. */
const WORDS_MAX = 16;
/** In font sizes: short lines farther apart are separate; fractions are high. */
const NEAR_MAX = 2.4;
const FORMULA_NEAR_MAX = 4;
const FORMULA = /[＝=×÷＋≦≧⁄]/;
const SENTENCE_END = /[。．.]$/;
const LABEL = /^(?:【[^】]{1,60}】|[（(][^（(）)]{1,60}[）)])$/;

export const isFormula = (text: string) => FORMULA.test(text) && !SENTENCE_END.test(text);

/** Joins short lines below one another, formulas, and a label with the paragraph that it names. */
export function joinShortLines(texts: readonly BodyText[]): Block[] {
  const blocks: OpenBlock[] = [];
  for (const { text, lines } of texts) {
    const last = blocks.at(-1);
    const marker = markerOf(text);
    const [first, ...more] = lines;
    if (!first) continue;
    if (last && isJoined(last, text, first, marker)) {
      last.texts.push(text);
      last.lines.push(...lines);
      last.length += text.length;
      last.isLabel &&= LABEL.test(text);
    } else {
      blocks.push({ texts: [text], lines: [first, ...more], marker, length: text.length, isLabel: LABEL.test(text) });
    }
  }
  return blocks;
}

interface OpenBlock extends Block {
  readonly texts: string[];
  readonly lines: [Line, ...Line[]];
  length: number;
  isLabel: boolean;
}

function isJoined(block: OpenBlock, text: string, below: Line, marker: Marker | null): boolean {
  const above = block.lines.at(-1) as Line;
  if (!/[\p{L}\p{N}]/u.test(text)) return true;
  if (LABEL.test(text)) return block.isLabel && marker?.kind === block.marker?.kind;
  if (marker || (block.marker && !block.isLabel)) return false;
  if (block.isLabel) return true;
  if (block.length > LINES_MAX || above.page !== below.page || above.left !== below.left) return false;
  if (above.isRow && below.isRow) return true;
  const indent = Math.abs(below.x0 - above.x0);
  if (SENTENCE_END.test(text) && indent > above.size) return false;
  const near = isFormula(text) ? FORMULA_NEAR_MAX : NEAR_MAX;
  return (
    below.baseline - above.baseline <= near * Math.max(above.size, below.size) &&
    isLoose(above, block.length <= WORDS_MAX)
  );
}
