import { looksLikeSection } from "../section-finder.js";
import type { Line } from "./layout-types.js";
import { isMarked } from "./markers.js";
import { joinWrapped } from "./spaces.js";

/** The lines of one paragraph or item. */
export interface Paragraph {
  readonly kind: "paragraph";
  readonly lines: readonly [Line, ...Line[]];
}

/** A label with its text: the lines below it are indented. */
const LABEL = /^第[\s　]*[0-9０-９〇一二三四五六七八九十百千]+[\s　]*(?:条|項)[^\s　]{0,6}(?=[\s　（(])/;

/** Lines farther apart than the usual distance by this factor are separate on purpose. */
const GAP_MAX = 1.3;
/** In widths of a letter: the gap to the right edge up to which a line is full, and the maximum indent. */
const RAGGED_MAX = 2.2;
const SAME_EDGE = 0.6;
const HANGING_MAX = 6.5;
const FIRST_INDENT_MAX = 3;
const SENTENCE_END = /[。．.！？!?][」』）)”"]?$/;

/** Groups the lines of one part of a page. `leading` is the usual distance of base lines as a share of the size. */
export function buildParagraphs(lines: readonly Line[], leading: number): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  for (const line of lines) {
    const last = paragraphs.at(-1);
    if (last && isNear(last.lines.at(-1) as Line, line, leading) && goesOn(last, line)) {
      paragraphs[paragraphs.length - 1] = withLine(last, line);
    } else {
      paragraphs.push({ kind: "paragraph", lines: [line] });
    }
  }
  return paragraphs;
}

export function withLine({ lines }: Paragraph, ...more: readonly Line[]): Paragraph {
  return { kind: "paragraph", lines: [...lines, ...more] };
}

function isNear(above: Line, below: Line, leading: number): boolean {
  return below.baseline - above.baseline <= leading * GAP_MAX * Math.max(above.size, below.size);
}

/** Whether a line continues the lines before it. Their distance does not count, because a page may be between them. */
export function goesOn({ lines }: Paragraph, line: Line): boolean {
  const [first, second] = lines;
  const last = lines.at(-1) as Line;
  const size = first.size;
  if (last.isRow || line.isRow) return false;
  if (last.mark || line.mark) return last.mark === line.mark;
  if (Math.abs(line.size - size) > 0.15 * size || isMarked(line.text) || isHead(line) || !isFull(last, line)) {
    return false;
  }
  if (SENTENCE_END.test(last.text) && looksLikeSection(line.text)) return false;
  const isFilled = last.right - last.x1 < SAME_EDGE * size;
  if (first.bold !== line.bold && !isLabelled(first.text) && !isFilled) return false;
  // On the next page, all places may be slightly shifted.
  const tolerance = SAME_EDGE * size * (line.page === last.page ? 1 : 1.5);
  const indent = indentOf(line) - indentOf(first);
  // Some items have a last line below their marker.
  const isOutdented = isMarked(first.text) && Math.abs(indent) <= tolerance && !SENTENCE_END.test(last.text);
  if (second) return isOutdented || Math.abs(indentOf(line) - indentOf(second)) <= tolerance;
  return isMarked(first.text) || isLabelled(first.text)
    ? indent >= -FIRST_INDENT_MAX * size && indent <= HANGING_MAX * size
    : indent <= tolerance && indent >= -FIRST_INDENT_MAX * size;
}

const indentOf = ({ x0, left }: Line) => x0 - left;

/** （参考） alone on a line. */
const isHead = (line: Line) =>
  /^[（(][^（(）)]*[）)]$/.test(line.text) && line.x1 < line.right - RAGGED_MAX * line.size;

const isLabelled = (text: string) => LABEL.test(text);

/** Whether the line had no room for the beginning of the next one: a letter, a Latin word, a blank. */
function isFull(line: Line, next: Line): boolean {
  if (line.tabbed) return false;
  const word = next.text.match(/^[（「『【]*(?:＿+|[\x21-\x7e]+)/)?.[0] ?? "";
  const wordWidth = word === "" ? 0 : ((next.x1 - next.x0) * word.length) / next.text.length;
  return line.x1 + Math.min(wordWidth, (line.right - line.x0) / 2) >= line.right - RAGGED_MAX * line.size;
}

/** Whether the line ends on purpose, and without the end of a sentence: a caption, an address, a value. */
export const isLoose = (line: Line, isShort: boolean): boolean =>
  (isShort || line.x1 < line.right - RAGGED_MAX * line.size) && !SENTENCE_END.test(line.text);

export const textOf = ({ lines }: Paragraph): string => joinWrapped(lines.map(({ text }) => text));
