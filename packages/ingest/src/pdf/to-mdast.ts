import type { Heading, Paragraph as MdastParagraph, PhrasingContent, Root, RootContent } from "mdast";
import type { BodyText } from "./body-blocks.js";
import { type Contents, isLeader, withShortLeader } from "./contents-pages.js";
import type { ContentsLine, FlowBlock } from "./flow.js";
import type { FoundHeading } from "./headings.js";
import type { Line } from "./layout-types.js";
import { type Paragraph, textOf } from "./paragraphs.js";
import { passagesOf } from "./passages.js";
import { paragraphNode, placeOfLines } from "./place-on-page.js";
import { tableToMdast } from "./table-to-mdast.js";

/** Converts the flow of a document to mdast, like every other format. */
export function flowToMdast(
  flow: readonly FlowBlock[],
  headings: ReadonlyMap<number, FoundHeading>,
  contents: Contents,
  title: Paragraph | null,
): Root {
  const children: RootContent[] = [];
  let entries: ContentsLine[] = [];
  let texts: BodyText[] = [];
  const flush = () => {
    if (entries.length > 0) children.push(contentsParagraph(entries));
    children.push(...passagesOf(texts));
    entries = [];
    texts = [];
  };
  for (let i = 0; i < flow.length; i++) {
    const block = flow[i] as FlowBlock;
    const heading = headings.get(i);
    if (block.kind === "contents") {
      if (isLeader(block.line.text) || texts.length > 0) flush();
      entries.push(block);
      continue;
    }
    if (block.kind !== "paragraph" || block === title || heading || entries.length > 0) flush();
    if (block.kind === "table") {
      children.push(tableToMdast(block));
    } else if (block === title) {
      children.push(headingNode(textOf(block), 1, block.lines));
    } else if (contents.title && block.lines.includes(contents.title)) {
      flush();
      children.push(headingNode(textOf(block), 2, block.lines));
    } else if (heading) {
      children.push(headingNode(heading.text, heading.depth, heading.lines));
      if (heading.rest) texts.push({ text: heading.restText, lines: heading.rest.lines });
      i += heading.size - 1;
    } else {
      texts.push({ text: textOf(block), lines: block.lines });
    }
  }
  flush();
  return { type: "root", children };
}

function headingNode(text: string, depth: number, lines: readonly Line[]): Heading {
  const children: PhrasingContent[] = [{ type: "text", value: text }];
  return {
    type: "heading",
    depth: Math.min(depth, 6) as Heading["depth"],
    children,
    data: { place: placeOfLines(lines) },
  };
}

/** A chapter of the contents with its articles, one per line. */
function contentsParagraph(entries: readonly ContentsLine[]): MdastParagraph {
  const lines = entries.map(({ line }) => line);
  return paragraphNode(
    lines.map(({ text }) => withShortLeader(text)),
    lines,
  );
}
