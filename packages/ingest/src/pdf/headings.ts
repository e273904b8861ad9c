import { readSectionHeading } from "@retrieval/core/chunks";
import { warnOfArticles } from "../open-sections.js";
import { findSections, type Opening, type TextLine } from "../section-finder.js";
import type { Warnings } from "../warnings.js";
import type { FlowBlock } from "./flow.js";
import type { Line } from "./layout-types.js";
import { isMarked } from "./markers.js";
import { type Paragraph, textOf } from "./paragraphs.js";

/** The kind of a paragraph. */
export interface FoundHeading {
  readonly text: string;
  readonly depth: number;
  readonly lines: readonly Line[];
  /** The number of its blocks: a caption or a title may be a block of its own. */
  readonly size: number;
  /** The text after the heading in the same paragraph: the text of an article. */
  readonly rest: Paragraph | null;
  readonly restText: string;
}

/** Typography of the document. */
export interface Style {
  /** The font size of most of its text. */
  readonly bodySize: number;
  /** The pages without text of that size: covers. */
  readonly covers: ReadonlySet<number>;
}

const LENGTH_MAX = 100;
/** A tag or bookmark may make a longer line a heading, but no paragraph. */
const MARKED_LENGTH_MAX = 200;
/** Where tags mark so many headings, bold lines without a tag are none. */
const TAGGED_MIN = 2;
const LARGER = 1.1;
const SENTENCE_END = /[。．.、，,；;]$/;
/** Notes, examples' items and commentary (【第１条　目的】) are bold too, but open no section. */
const NO_HEADING = /^(?:[【（(※]|[0-9０-９]+$)/;

const DEPTHS: Readonly<Record<string, number>> = {
  part: 2,
  chapter: 2,
  section: 3,
  article: 4,
  annex: 2,
  supplement: 2,
};
const UNDER_BODY_SIZE = 4;

/** The headings of a document by the block in which they begin. */
export function findHeadings(
  flow: readonly FlowBlock[],
  style: Style,
  title: Paragraph | null,
  warnings: Warnings,
): Map<number, FoundHeading> {
  const sizes = largeSizes(flow, style);
  const depthOfMark = depthsOfMarks(flow, title);
  const isTagged = flow.filter((block) => markOf(block)?.isTag && depthOfMark(block)).length >= TAGGED_MIN;
  const { openings, missed } = findSections(flow.map((block) => lineOf(block, style)));
  warnOfArticles(missed, warnings);
  const opened = new Map(openings.map((opening) => [opening.from, opening]));
  const found = new Map<number, FoundHeading>();
  for (let i = 0; i < flow.length; i++) {
    const block = flow[i] as FlowBlock;
    if (block.kind !== "paragraph") continue;
    const opening = opened.get(i);
    const text = textOf(block);
    if (opening) {
      const heading = headingOf(opening, flow.slice(i, opening.to) as Paragraph[]);
      found.set(i, { ...heading, depth: depthOfMark(flow[opening.at]) ?? heading.depth });
      i = opening.to - 1;
    } else {
      const marked = text.length <= MARKED_LENGTH_MAX ? depthOfMark(block) : null;
      const depth = marked ?? depthOf(block, text, sizes, style, isTagged);
      if (depth !== null) found.set(i, { text, depth, lines: block.lines, size: 1, rest: null, restText: "" });
    }
  }
  return withAlternatives(found);
}

const markOf = (block: FlowBlock | undefined) => (block?.kind === "paragraph" ? block.lines[0].mark : undefined);

/**
 * The levels of marks below the title, which the outermost mark may be itself. Tags that make headings of most of the
 * text contradict it, and count for nothing.
 */
function depthsOfMarks(flow: readonly FlowBlock[], title: Paragraph | null) {
  const marked = flow.filter((block) => markOf(block));
  if (lengthOf(marked.filter((block) => markOf(block)?.isTag)) * 2 > lengthOf(flow)) return () => null;
  const outermost = marked.filter((block) => markOf(block)?.level === 1);
  const isTitle = outermost.length === 1 && outermost[0] === marked[0] && (title ?? marked[0]) === marked[0];
  return (block: FlowBlock | undefined): number | null => {
    const mark = markOf(block);
    return mark ? mark.level + (isTitle ? 0 : 1) : null;
  };
}

function lengthOf(blocks: readonly FlowBlock[]): number {
  const texts = blocks.flatMap((block): readonly { readonly text: string }[] => {
    if (block.kind === "table") return block.rows.flatMap(({ cells }) => cells);
    return block.kind === "contents" ? [block.line] : block.lines;
  });
  return texts.reduce((sum, { text }) => sum + text.length, 0);
}

function lineOf(block: FlowBlock, { covers }: Style): TextLine | null {
  if (block.kind !== "paragraph") return null;
  const text = textOf(block);
  const [line] = block.lines;
  if (readSectionHeading(text).type !== "article" && covers.has(line.page)) return null;
  return { text, isWrapped: block.lines.length > 1, isCertain: line.mark !== undefined };
}

function headingOf({ type, heading, from, at, to, end }: Opening, blocks: readonly Paragraph[]): FoundHeading {
  const labelled = blocks[at - from] as Paragraph;
  const restText = textOf(labelled).slice(end).trimStart();
  const rest = restText === "" ? null : labelled;
  return {
    ...{ text: heading, depth: DEPTHS[type] as number, size: to - from, rest, restText },
    lines: blocks.flatMap(({ lines }) => (rest && lines === labelled.lines ? [lines[0]] : lines)),
  };
}

const isShort = (text: string) => text.length <= LENGTH_MAX && !SENTENCE_END.test(text);

function depthOf(
  paragraph: Paragraph,
  text: string,
  sizes: readonly number[],
  style: Style,
  isTagged: boolean,
): number | null {
  const [line] = paragraph.lines;
  if (!isShort(text) || line.turned || line.isRow || style.covers.has(line.page)) return null;
  const { label, title } = readSectionHeading(text);
  if (isOfNumbers(title, line)) return null;
  const isNumber = /^[0-9０-９]/.test(label);
  const isLarge = line.size >= LARGER * style.bodySize;
  const isBold = paragraph.lines.every(({ bold }) => bold);
  if (isLarge) return NO_HEADING.test(text) ? null : 2 + Math.min(sizes.indexOf(roundSize(line.size)), 2);
  const isItem = isMarked(text) && !isNumber && !/^[［[〔]/.test(text);
  return isBold && !isTagged && !isItem && !NO_HEADING.test(text) && [...text].length > 1 ? UNDER_BODY_SIZE : null;
}

/** Totals and the titles of an axis: only numbers, at least half of several words, or one far behind a word. */
function isOfNumbers(title: string, { tabbed }: Line): boolean {
  const words = title.split(/[\s　]+/).filter((word) => word !== "");
  const numbers = words.filter((word) => /[0-9０-９]/.test(word) && !/\p{L}/u.test(word));
  const { length } = numbers;
  return length > 0 && (length === words.length || (length * 2 >= words.length && (length > 1 || tabbed)));
}

/** The sizes of headings, the largest first. */
function largeSizes(flow: readonly FlowBlock[], { bodySize, covers }: Style): number[] {
  const sizes = flow.flatMap((block) => {
    if (block.kind !== "paragraph") return [];
    const [{ size, page }] = block.lines;
    return size >= LARGER * bodySize && !covers.has(page) && isShort(textOf(block)) ? [roundSize(size)] : [];
  });
  return [...new Set(sizes)].sort((a, b) => b - a);
}

const roundSize = (size: number) => Math.round(size * 2) / 2;

/**
 * A document of models has alternative articles: 第１９条 under ［例１］ and again under ［例２］. Articles that occur more
 * than once in a chapter are below the preceding heading, the others beside it.
 */
function withAlternatives(found: ReadonlyMap<number, FoundHeading>): Map<number, FoundHeading> {
  const result = new Map<number, FoundHeading>();
  let chapter: [number, FoundHeading][] = [];
  const close = () => {
    const labels = chapter
      .map(([, { text }]) => readSectionHeading(text))
      .map(({ type, label }) => [type, label] as const);
    const times = (label: string) => labels.filter(([type, other]) => type === "article" && other === label).length;
    let offersChoice = false;
    for (const [i, heading] of chapter) {
      const { type, label } = readSectionHeading(heading.text);
      if (label === "") offersChoice = heading.depth === DEPTHS.article;
      const isChoice = offersChoice && type === "article" && times(label) > 1;
      result.set(i, isChoice ? { ...heading, depth: heading.depth + 1 } : heading);
    }
    chapter = [];
  };
  for (const entry of found) {
    if (entry[1].depth < (DEPTHS.article as number)) close();
    chapter.push(entry);
  }
  close();
  return result;
}
