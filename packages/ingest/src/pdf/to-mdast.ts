import type { SourcePlace } from "@retrieval/core/chunks";
import type { Heading, Paragraph as MdastParagraph, PhrasingContent, Root, RootContent } from "mdast";
import { unitePlaces } from "../place.js";
import { type Contents, isLeader, withShortLeader } from "./contents-pages.js";
import type { ContentsLine, FlowBlock } from "./flow.js";
import type { FoundHeading } from "./headings.js";
import type { Line } from "./layout-types.js";
import { type Paragraph, textOf } from "./paragraphs.js";
import { placeOnPage } from "./place-on-page.js";
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
  const flushContents = () => {
    if (entries.length > 0) children.push(contentsParagraph(entries));
    entries = [];
  };
  for (let i = 0; i < flow.length; i++) {
    const block = flow[i] as FlowBlock;
    const heading = headings.get(i);
    if (block.kind === "contents") {
      if (isLeader(block.line.text)) flushContents();
      entries.push(block);
      continue;
    }
    flushContents();
    if (block.kind === "table") {
      children.push(tableToMdast(block));
    } else if (block === title) {
      children.push(headingNode(textOf(block), 1, block.lines));
    } else if (contents.title && block.lines.includes(contents.title)) {
      children.push(headingNode(textOf(block), 2, block.lines));
    } else if (heading) {
      children.push(headingNode(heading.text, heading.depth, heading.lines));
      if (heading.rest) children.push(paragraphNode([heading.restText], heading.rest.lines));
      // The heading began with a caption in a separate paragraph.
      if (!block.lines.includes(heading.lines.at(-1) as Line)) i += 1;
    } else {
      children.push(paragraphNode([textOf(block)], block.lines));
    }
  }
  flushContents();
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

function paragraphNode(texts: readonly string[], lines: readonly Line[]): MdastParagraph {
  const children = texts.flatMap((value, i): PhrasingContent[] => [
    ...(i > 0 ? [{ type: "break" } as const] : []),
    { type: "text", value },
  ]);
  return { type: "paragraph", children, data: { place: placeOfLines(lines) } };
}

/** A chapter of the contents with its articles, one per line. */
function contentsParagraph(entries: readonly ContentsLine[]): MdastParagraph {
  const lines = entries.map(({ line }) => line);
  return paragraphNode(
    lines.map(({ text }) => withShortLeader(text)),
    lines,
  );
}

const placeOfLines = (lines: readonly Line[]): SourcePlace =>
  unitePlaces(lines.map((line) => placeOnPage(line.page, line)));
