import { labelNumber, readSectionHeading } from "@retrieval/core/chunks";
import type { FlowBlock } from "./flow.js";
import type { Line } from "./layout-types.js";
import { isMarked } from "./markers.js";
import { type Paragraph, textOf } from "./paragraphs.js";

/** The kind of a paragraph. */
export interface FoundHeading {
  readonly text: string;
  readonly depth: number;
  readonly lines: readonly Line[];
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
const LARGER = 1.1;
/** A title on a separate line before an article's number: （目的）, as in laws. */
const CAPTION = /^[（(][^（(）)]{1,60}[）)]$/;
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

/** The headings of a document by the block in which they begin. The caption of an article includes the next block. */
export function findHeadings(flow: readonly FlowBlock[], style: Style): Map<number, FoundHeading> {
  const sizes = largeSizes(flow, style);
  const found = new Map<number, FoundHeading>();
  let lastArticle: string | null = null;
  for (let i = 0; i < flow.length; i++) {
    const block = flow[i] as FlowBlock;
    if (block.kind !== "paragraph") continue;
    const next = flow[i + 1];
    const text = textOf(block);
    const article = articleIn(block, null, lastArticle);
    if (article) {
      found.set(i, article);
      lastArticle = numberOf(article);
    } else if (CAPTION.test(text) && next?.kind === "paragraph" && articleIn(next, block, lastArticle)) {
      const captioned = articleIn(next, block, lastArticle) as FoundHeading;
      found.set(i, captioned);
      lastArticle = numberOf(captioned);
      i += 1;
    } else {
      const depth = depthOf(block, text, sizes, style);
      if (depth !== null) {
        found.set(i, { text, depth, lines: block.lines, rest: null, restText: "" });
        if (/^附/.test(text)) lastArticle = null;
      }
    }
  }
  return withAlternatives(found);
}

const numberOf = ({ text }: FoundHeading) => labelNumber(readSectionHeading(text).label);

/**
 * A paragraph may begin with 第３条 because it cites that article. It opens an article if it has a caption, if the label
 * is bold, if it is alone with a title in brackets, or if it has the next number.
 */
function articleIn(paragraph: Paragraph, caption: Paragraph | null, last: string | null): FoundHeading | null {
  const text = textOf(paragraph);
  const { type, label } = readSectionHeading(text);
  const behind = text.slice(label.length);
  if (type !== "article" || !text.startsWith(label) || !/^(?:[\s　（(]|$)/.test(behind)) return null;
  const [line] = paragraph.lines;
  const bracketed = caption ? null : behind.match(/^[\s　]*([（(][^（(）)]{1,60}[）)])(?=[\s　]|$)/);
  const isAlone = paragraph.lines.length === 1 && isShort(text);
  const isTitled = caption !== null || (isAlone && (bracketed !== null || behind.trim() === ""));
  if (!isTitled && line.boldLength < label.length && !isNext(label, last)) return null;
  const title = caption ? textOf(caption) : (bracketed?.[1] ?? (isAlone ? behind : ""));
  const taken = bracketed?.[0].length ?? (isAlone && !caption ? behind.length : 0);
  const restText = behind.slice(taken).replace(/^[\s　]+/, "");
  return {
    text: `${label}${title}`,
    depth: DEPTHS.article as number,
    lines: [...(caption?.lines ?? []), line],
    rest: restText === "" ? null : paragraph,
    restText,
  };
}

function isNext(label: string, last: string | null): boolean {
  const number = labelNumber(label);
  if (number === null) return false;
  if (last === null) return number === "1";
  const [main = 0, branch = 0] = number.split("-").map(Number);
  const [lastMain = 0, lastBranch = 0] = last.split("-").map(Number);
  return branch === 0 ? main === lastMain + 1 : main === lastMain && branch === Math.max(lastBranch, 1) + 1;
}

const isShort = (text: string) => text.length <= LENGTH_MAX && !SENTENCE_END.test(text);

function depthOf(paragraph: Paragraph, text: string, sizes: readonly number[], style: Style): number | null {
  const [line] = paragraph.lines;
  if (!isShort(text) || style.covers.has(line.page)) return null;
  const { type, label } = readSectionHeading(text);
  const isNumber = /^[0-9０-９]/.test(label);
  const isLarge = line.size >= LARGER * style.bodySize;
  const isBold = paragraph.lines.every(({ bold }) => bold);
  if (label !== "" && !isNumber && type !== "article" && /^(?:[\s　（(]|$)/.test(text.slice(label.length))) {
    return DEPTHS[type] as number;
  }
  if (isLarge) return NO_HEADING.test(text) ? null : 2 + Math.min(sizes.indexOf(roundSize(line.size)), 2);
  const isItem = isMarked(text) && !isNumber && !/^[［[〔]/.test(text);
  return isBold && !isItem && !NO_HEADING.test(text) && [...text].length > 1 ? UNDER_BODY_SIZE : null;
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
