import { labelNumber, readSectionHeading, type SectionType } from "@retrieval/core/chunks";
import type { Heading, Paragraph, PhrasingContent, Root, RootContent } from "mdast";
import { visit } from "unist-util-visit";
import { plainLine, plainText } from "./plain-text.js";
import { findSections, type Opening, type TextLine } from "./section-finder.js";
import type { Warnings } from "./warnings.js";

/** A line of a paragraph. */
interface SourceLine extends TextLine {
  readonly paragraph: Paragraph;
  readonly nodes: readonly PhrasingContent[];
  /** What separates it from the next line. */
  readonly separator: PhrasingContent | null;
}

const HEADING_DEPTH_MAX = 6;
const PLACES_MAX = 3;
const PLACE_LENGTH = 30;
/** Fewer lines of lists and tables that look like articles may be references. */
const NESTED_MIN = 2;

/**
 * Turns the lines that open sections into headings, in a document of any format. A document is a list of blocks: a
 * format without headings passes its paragraphs.
 */
export function openSections(root: Root, warnings: Warnings): Root {
  const blocks = root.children.map((node) => ({ node, lines: linesOf(node) }));
  const lines = blocks.flatMap((block) => block.lines);
  const { openings, missed } = findSections(lines);
  warnOfArticles([...missed, ...articlesInside(root, lines, openings)], warnings);
  if (openings.length === 0) return root;
  const levels = levelsOf(openings, root);
  const openingAt = new Map(openings.map((opening) => [opening.at, opening]));
  const taken = new Set(openings.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i)));

  const children: RootContent[] = [];
  let at = 0;
  for (const { node, lines: own } of blocks) {
    const isCut = own.some((_, i) => taken.has(at + i));
    if (!isCut || node.type !== "paragraph") {
      children.push(node);
      at += own.length;
      continue;
    }
    let kept: PhrasingContent[] = [];
    const flush = () => {
      const paragraph = { ...node, children: kept };
      if (plainText(paragraph).trim() !== "") children.push(paragraph);
      kept = [];
    };
    for (const line of own as SourceLine[]) {
      const opening = openingAt.get(at);
      if (taken.has(at)) flush();
      if (opening) {
        const parts = lines.slice(opening.from, opening.to) as SourceLine[];
        children.push({ type: "heading", depth: levels[opening.type], children: headingNodes(opening, parts) });
        const rest = line.text.slice(opening.end);
        kept = slice(line.nodes, line.text.length - rest.trimStart().length, line.text.length);
      } else if (!taken.has(at)) {
        kept.push(...line.nodes);
      }
      if (kept.length > 0 && line.separator) kept.push(line.separator);
      at += 1;
    }
    flush();
  }
  return { ...root, children };
}

/** The label with its title on its line, then the caption above, or the title below it. */
function headingNodes({ from, at, start, end }: Opening, parts: readonly SourceLine[]): PhrasingContent[] {
  return [
    ...slice(parts[at - from]?.nodes ?? [], start, end),
    ...parts.flatMap(({ nodes }, i): PhrasingContent[] => {
      if (i === at - from) return [];
      return i < at - from ? [...nodes] : [{ type: "text", value: " " }, ...nodes];
    }),
  ];
}

export function warnOfArticles(missed: readonly string[], warnings: Warnings): void {
  if (missed.length === 0) return;
  const places = missed.slice(0, PLACES_MAX).map((text) => [...text].slice(0, PLACE_LENGTH).join(""));
  warnings.add({ code: "articles.not_read", count: missed.length, places });
}

/** Lines of lists and tables that would be articles outside them, if the document has no articles of these numbers. */
function articlesInside(root: Root, lines: readonly (TextLine | null)[], openings: readonly Opening[]): string[] {
  const inside: TextLine[] = [];
  visit(root, (node) => {
    if (node.type !== "listItem" && node.type !== "tableCell") return;
    inside.push({ text: plainText(node).trim().split("\n")[0] ?? "" });
  });
  const headings = lines.flatMap((line) => (line?.isHeading ? [readSectionHeading(line.text)] : []));
  const known = new Set([...headings, ...openings].map(({ label }) => labelNumber(label)));
  const found = findSections(inside).openings.filter(
    ({ type, label, heading }) => type === "article" && heading !== label && !known.has(labelNumber(label)),
  );
  return found.length < NESTED_MIN ? [] : found.map(({ at }) => inside[at]?.text ?? "");
}

function linesOf(node: RootContent): (SourceLine | TextLine | null)[] {
  if (node.type === "heading") return [{ text: plainLine(node), isHeading: true }];
  if (node.type === "thematicBreak" || node.type === "definition") return [];
  if (node.type !== "paragraph" || isContentsEntry(node)) return [null];
  const lines = splitLines(node.children);
  return lines.map(({ nodes, separator }, i): SourceLine => {
    const text = plainText({ type: "paragraph", children: nodes });
    return {
      ...{ text, paragraph: node, nodes, separator, continues: i > 0 },
      isWrapped: separator?.type === "text" && /[\p{Script=Latin}0-9,]$/u.test(text),
      isCertain: i === 0 && node.data?.isNumbered === true,
    };
  });
}

/** A link into the document. */
function isContentsEntry({ children: [only, ...others] }: Paragraph): boolean {
  return others.length === 0 && only?.type === "link" && only.url.startsWith("#");
}

interface NodeLine {
  nodes: PhrasingContent[];
  separator: PhrasingContent | null;
}

/** The lines of a paragraph; marks that go over an end of line begin again on the next one. */
function splitLines(children: readonly PhrasingContent[]): NodeLine[] {
  const lines: NodeLine[] = [{ nodes: [], separator: null }];
  const last = () => lines.at(-1) as NodeLine;
  const end = (separator: PhrasingContent | null) => {
    last().separator = separator;
    lines.push({ nodes: [], separator: null });
  };
  for (const node of children) {
    if (node.type === "break") {
      end(node);
    } else if (node.type === "text") {
      for (const [i, value] of node.value.split("\n").entries()) {
        if (i > 0) end({ type: "text", value: "\n" });
        if (value !== "") last().nodes.push({ ...node, value });
      }
    } else if ("children" in node) {
      for (const { nodes, separator } of splitLines(node.children as PhrasingContent[])) {
        if (nodes.length > 0) last().nodes.push({ ...node, children: nodes } as PhrasingContent);
        if (separator) end(separator);
      }
    } else {
      last().nodes.push(node);
    }
  }
  return lines;
}

/** The part of a line between two places in its text. */
function slice(nodes: readonly PhrasingContent[], from: number, to: number): PhrasingContent[] {
  let end = 0;
  return nodes.flatMap((node): PhrasingContent[] => {
    const start = end;
    end += plainText(node).length;
    if (node.type === "text") {
      const value = node.value.slice(Math.max(from - start, 0), Math.max(to - start, 0));
      return value === "" ? [] : [{ ...node, value }];
    }
    if (!("children" in node)) {
      // A footnote's mark has no text of its own: it stays with the text before it.
      const isInside = start === end ? (from <= 0 || start > from) && start <= to : start >= from && start < to;
      return isInside ? [node] : [];
    }
    const children = slice(node.children as PhrasingContent[], from - start, to - start);
    return children.length === 0 ? [] : [{ ...node, children } as PhrasingContent];
  });
}

/**
 * Lines have no levels, so each kind of section gets one below the document's own headings; annexes and supplements that
 * of its chapters. If one of Section and Article comes directly before the other, it is the outer one.
 */
function levelsOf(openings: readonly Opening[], root: Root): Record<SectionType, Heading["depth"]> {
  const headings = root.children.filter((node): node is Heading => node.type === "heading");
  const labelled = headings.filter((node) => ["chapter", "part"].includes(readSectionHeading(plainLine(node)).type));
  const above = headings.reduce((level, { depth }) => Math.max(level, depth), 1);
  const follows = (outer: SectionType, inner: SectionType) =>
    openings.some(
      ({ type, to }, i) => type === outer && openings[i + 1]?.type === inner && openings[i + 1]?.from === to,
    );
  const isSectionInner = follows("article", "section") && !follows("section", "article");
  const level = (steps: number) => Math.min(above + steps, HEADING_DEPTH_MAX) as Heading["depth"];
  const appended =
    labelled.length > 0 ? (Math.min(...labelled.map(({ depth }) => depth)) as Heading["depth"]) : level(1);
  return {
    annex: appended,
    supplement: appended,
    part: level(2),
    chapter: level(3),
    section: level(isSectionInner ? 5 : 4),
    article: level(isSectionInner ? 4 : 5),
  };
}
