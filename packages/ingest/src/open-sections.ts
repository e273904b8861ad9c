import { labelNumber, readSectionHeading, type SectionType } from "@retrieval/core/chunks";
import type { Heading, Root } from "mdast";
import { visit } from "unist-util-visit";
import { beginnings } from "./beginnings.js";
import { plainLine, plainText } from "./plain-text.js";
import { findSections, type Opening, type TextLine } from "./section-finder.js";
import type { Block } from "./simplify-types.js";
import type { Warnings } from "./warnings.js";

type Lines = readonly (TextLine | null)[];

const HEADING_DEPTH_MAX = 6;
/** Fewer lines of lists and tables that look like articles may be references. */
const NESTED_MIN = 2;

/**
 * Turns the lines that open sections into headings, in a document of any format: a format without headings passes its
 * paragraphs.
 */
export function openSections(blocks: readonly Block[], warnings: Warnings): Block[] {
  const linesOfBlocks = blocks.map(linesOf);
  const lines = linesOfBlocks.flat();
  const { openings, missed } = findSections(lines);
  warnOfArticles([...missed, ...articlesInside(blocks, lines, openings)], warnings);
  const levels = levelsOf(openings, blocks);
  const openingOf = new Map(
    openings.flatMap((opening) =>
      Array.from({ length: opening.to - opening.from }, (_, i) => [opening.from + i, opening]),
    ),
  );
  let at = 0;
  return blocks.flatMap((block, i): Block[] => {
    const own = (linesOfBlocks[i] as Lines).map((line) => ({ line, at, opening: openingOf.get(at++) }));
    if (block.type !== "paragraph" || own.every(({ opening }) => !opening)) return [block];
    const opened: Block[] = [];
    let kept: string[] = [];
    const flush = () => {
      const value = kept.join("\n");
      if (value.trim() !== "") opened.push({ ...block, children: [{ type: "text", value }] });
      kept = [];
    };
    for (const { line, at: place, opening } of own) {
      if (opening) flush();
      else kept.push(line?.text ?? "");
      if (opening?.at !== place) continue;
      opened.push({
        type: "heading",
        depth: levels[opening.type],
        children: [{ type: "text", value: opening.heading }],
      });
      kept.push(line?.text.slice(opening.end).trimStart() ?? "");
    }
    flush();
    return opened;
  });
}

export function warnOfArticles(missed: readonly string[], warnings: Warnings): void {
  if (missed.length === 0) return;
  warnings.add({ code: "articles.not_read", count: missed.length, places: beginnings(missed) });
}

/** Lines of lists and tables that would be articles outside them, if the document has no articles of these numbers. */
function articlesInside(blocks: readonly Block[], lines: Lines, openings: readonly Opening[]): string[] {
  const inside: TextLine[] = [];
  const root: Root = { type: "root", children: [...blocks] };
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

function linesOf(block: Block): Lines {
  if (block.type === "heading") return [{ text: plainLine(block), isHeading: true }];
  if (block.type !== "paragraph" || block.data?.isMention) return [null];
  const texts = plainText(block).split("\n");
  const isBroken = block.children.some(({ type }) => type === "break");
  return texts.map((text, i) => ({
    ...{ text, continues: i > 0, isCertain: i === 0 && block.data?.isNumbered === true },
    isWrapped: !isBroken && i + 1 < texts.length && /[\p{Script=Latin}0-9,]$/u.test(text),
  }));
}

/**
 * Lines have no levels, so each kind of section gets one below the document's own headings; annexes and supplements that
 * of its chapters. If one of Section and Article comes directly before the other, it is the outer one.
 */
function levelsOf(openings: readonly Opening[], blocks: readonly Block[]): Record<SectionType, Heading["depth"]> {
  const headings = blocks.filter((block) => block.type === "heading");
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
