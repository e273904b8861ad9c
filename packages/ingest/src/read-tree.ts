import {
  type Passage,
  readSectionHeading,
  type Section,
  type SectionHeading,
  type SourcePlace,
} from "@retrieval/core/chunks";
import { problemWithTitle, TITLE_MAX } from "@retrieval/core/limits";
import type { ReadDocument } from "@retrieval/core/ports";
import type { Heading, List, Root } from "mdast";
import { listText } from "./list-text.js";
import { openSections } from "./open-sections.js";
import { placeOf } from "./place.js";
import { plainLine, plainText, withoutEdges } from "./plain-text.js";
import { nestingOf, type RankedHeading, rankHeading } from "./section-order.js";
import { simplify } from "./simplify.js";
import type { Block, FlowBlock } from "./simplify-types.js";
import { partOf, splitAtTables, splitLongList } from "./split-list.js";
import { fitChunk, paragraphsOf, splitText } from "./split-text.js";
import { tablePassages } from "./table-passages.js";
import type { Warnings } from "./warnings.js";
import { listMarkdown } from "./write-markdown.js";

/** Labels, and the depth of sections, are bounded so that every chunk_id stays within its length. */
const LABEL_MAX = 24;
const SECTION_DEPTH_MAX = 10;

/** Builds the document tree of a source with lines that open sections, like 第1条, besides its headings. */
export function readTextTree(root: Root, warnings: Warnings): Omit<ReadDocument, "warnings"> {
  return treeOf(openSections(simplify(root, warnings), warnings), warnings);
}

/** Builds the document tree from mdast: sections from headings, passages from other content. */
export function readTree(root: Root, warnings: Warnings): Omit<ReadDocument, "warnings"> {
  return treeOf(simplify(root, warnings), warnings);
}

function treeOf(blocks: readonly Block[], warnings: Warnings): Omit<ReadDocument, "warnings"> {
  const titleHeading = findTitle(blocks);
  const children: (Section | Passage)[] = [];
  const open: { heading: RankedHeading; children: (Section | Passage)[] }[] = [];
  const ranked = new Map<Block, RankedHeading>();
  for (const block of blocks) {
    if (block.type === "heading" && block !== titleHeading) ranked.set(block, readHeading(block, warnings));
  }
  const contains = nestingOf([...ranked.values()]);

  for (const block of blocks) {
    if (block === titleHeading) continue;
    const heading = ranked.get(block);
    if (heading) {
      while (open.length > 0 && !contains((open.at(-1) as (typeof open)[number]).heading, heading)) open.pop();
      while (open.length >= SECTION_DEPTH_MAX) open.pop();
      const { type, label, title } = heading;
      const { place } = (block as Heading).data ?? {};
      const [first = "", ...rest] = splitText(plainLine(block));
      const section = {
        kind: "section" as const,
        ...{ type, label, title, heading: first },
        ...(place ? { place } : {}),
        children: rest.flatMap((text) => paragraphsOf(text, place ?? {})),
      };
      (open.at(-1)?.children ?? children).push(section);
      open.push({ heading, children: section.children });
    } else {
      (open.at(-1)?.children ?? children).push(...passages(block as FlowBlock));
    }
  }
  return { tree: { children }, title: titleHeading ? plainLine(titleHeading) : null };
}

/** The first heading, if it is the only one on the first level, has no label and can be a title. */
function findTitle(blocks: readonly Block[]): Heading | undefined {
  const headings = blocks.filter((block) => block.type === "heading");
  const [first] = headings;
  if (first?.depth !== 1 || headings.filter(({ depth }) => depth === 1).length > 1) return undefined;
  const text = plainLine(first);
  return readSectionHeading(text).label === "" && problemWithTitle("title", text, TITLE_MAX) === null
    ? first
    : undefined;
}

function readHeading(heading: Heading, warnings: Warnings): RankedHeading {
  const text = plainLine(heading);
  const read = readSectionHeading(text);
  const usable: SectionHeading = read.label.length <= LABEL_MAX ? read : { type: "section", label: "", title: text };
  return rankHeading({ ...usable, title: shortened(usable.title, warnings) }, heading.depth);
}

function shortened(title: string, warnings: Warnings): string {
  if (problemWithTitle("title", title, TITLE_MAX) === null || title === "") return title;
  warnings.add({ code: "heading.shortened", max: TITLE_MAX });
  return `${[...title].slice(0, TITLE_MAX - 1).join("")}…`;
}

function passages(block: FlowBlock): Passage[] {
  switch (block.type) {
    case "paragraph":
    case "code":
      return paragraphsOf(withoutEdges(plainText(block)), placeOf(block));
    case "table":
      return tablePassages(block);
    case "list":
      return splitAtTables(block).flatMap((part) =>
        part.type === "table"
          ? tablePassages(part)
          : splitLongList(part).flatMap((list) => listPassages(list, placeOf(block))),
      );
  }
}

/** A list whose Markdown is too long for a chunk is halved; an item that is too long by itself is plain text. */
function listPassages(list: List, place: SourcePlace): Passage[] {
  const [text, markdown] = [listText(list), listMarkdown(list)];
  if (fitChunk(text, markdown)) return [{ ...place, kind: "list", text, markdown }];
  const half = list.children.length >>> 1;
  if (half === 0) return paragraphsOf(text, place);
  const halves = [partOf(list, 0, list.children.slice(0, half)), partOf(list, half, list.children.slice(half))];
  return halves.flatMap((part) => listPassages(part, place));
}
