import { readSectionHeading, type SectionType } from "@retrieval/core/chunks";
import type { Element, Nodes, Root } from "hast";
import { isBlank, isElement, isParagraph, lineOf } from "./elements.js";

const HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"];
/** Tables of contents and quotations mention sections without opening them. */
const NOT_OF_THE_TEXT = ["nav", "blockquote", "table", "ul", "ol", "dl", "pre", "menu", "dir"];
const TITLE_LENGTH_MAX = 200;
/** Dots or white space, and a number at the end. White space is matched only from its beginning. */
const PAGE_NUMBER = /(?:\.{3}|…|・{3}|(?<!\s)(?=\s))\s*\d+$/;

interface Line {
  readonly element: Element;
  readonly siblings: Nodes[];
  readonly text: string;
}

/** A heading written as a paragraph, with the paragraph of its title. */
interface Found {
  /** Its index among the lines. */
  readonly at: number;
  readonly label: Line;
  readonly title: Line | undefined;
  readonly type: SectionType;
}

/**
 * Turns paragraphs like "Article 12" or 第1章 総則 into headings, in a document that writes its headings as paragraphs:
 * the label, with the title beside it or in the next paragraph. A document with labelled headings stays unchanged.
 */
export function promoteParagraphHeadings(root: Root): void {
  const headings: Element[] = [];
  const lines: (Line | null)[] = [];
  collect(root, lines, headings);
  if (headings.some((heading) => readSectionHeading(lineOf(heading)).label !== "")) return;
  const found = lines.flatMap((line, i): Found[] => {
    const type = line && !isLinkInside(line.element) ? headingType(line.text) : null;
    if (!line || !type) return [];
    const next = readSectionHeading(line.text).title === "" ? lines[i + 1] : undefined;
    return [{ at: i, label: line, title: next && isTitle(next) ? next : undefined, type }];
  });
  const levels = levelsOf(found, deepest(headings));
  for (const { label, title, type } of found) {
    label.element.tagName = `h${levels[type]}`;
    if (!title) continue;
    label.element.children.push({ type: "text", value: " " }, ...title.element.children);
    title.siblings.splice(title.siblings.indexOf(title.element), 1);
  }
}

/** The paragraphs in reading order; null for other content between them. */
function collect(parent: Root | Element, lines: (Line | null)[], headings: Element[]): void {
  for (const child of parent.children) {
    if (isBlank(child) || isElement(child, "hr", "br")) continue;
    if (isElement(child, ...HEADINGS)) headings.push(child);
    if (isParagraph(child)) {
      const text = lineOf(child);
      if (text !== "") lines.push({ element: child, siblings: parent.children, text });
    } else if (!isElement(child) || isElement(child, ...HEADINGS, ...NOT_OF_THE_TEXT)) {
      lines.push(null);
    } else {
      collect(child, lines, headings);
    }
  }
}

/** The label of a line that is a heading; null for a sentence that only begins with "Article 5". */
function headingType(text: string): SectionType | null {
  const { type, label, title } = readSectionHeading(text);
  if (label === "" || /^[0-9０-９]/.test(label)) return null;
  if (title === "") return type;
  const rest = text.slice(label.length);
  const isSetOff = /^[\s.．:：–—（(【「-]/.test(rest);
  return isSetOff && isTitleText(title) ? type : null;
}

function isTitle({ text, element }: Line): boolean {
  return isTitleText(text) && readSectionHeading(text).label === "" && !isLinkInside(element);
}

/** Not a sentence, a list item or a line of the contents with its page number. */
function isTitleText(text: string): boolean {
  if (text.length > TITLE_LENGTH_MAX || /[.。．;；:：,，、]$/.test(text)) return false;
  return !/^[a-z(（[•・–-]\S{0,3}\s/.test(text) && !/^\p{Ll}/u.test(text) && !PAGE_NUMBER.test(text);
}

/** An entry of a table of contents. */
function isLinkInside({ children }: Element): boolean {
  const [only, ...others] = children.filter((child) => !isBlank(child));
  return others.length === 0 && isElement(only, "a") && String(only.properties.href ?? "").startsWith("#");
}

function deepest(headings: readonly Element[]): number {
  return headings.reduce((level, { tagName }) => Math.max(level, Number(tagName.slice(1))), 1);
}

/**
 * Paragraphs have no levels, so each kind of section gets one below the document's own headings. If one of Section and
 * Article comes directly before the other, it is the outer one.
 */
function levelsOf(found: readonly Found[], above: number): Record<SectionType, number> {
  const follows = (outer: SectionType, inner: SectionType) =>
    found.some(({ type, at, title }, i) => {
      const next = found[i + 1];
      return type === outer && next?.type === inner && next.at === at + (title ? 2 : 1);
    });
  const isSectionInner = follows("article", "section") && !follows("section", "article");
  const level = (steps: number) => Math.min(above + steps, HEADINGS.length);
  return {
    annex: level(1),
    supplement: level(1),
    part: level(2),
    chapter: level(3),
    section: level(isSectionInner ? 5 : 4),
    article: level(isSectionInner ? 4 : 5),
  };
}
