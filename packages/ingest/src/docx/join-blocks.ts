import type { Element, ElementContent, ElementData, Properties } from "hast";
import { isElement, lineOf } from "../html/elements.js";
import { CONTENTS_TITLE } from "../pdf/contents-pages.js";
import type { Mark } from "./number-counter.js";

declare module "hast" {
  interface ElementData {
    /** The mark of a paragraph that is a list item. */
    mark?: Mark;
    /** The paragraph begins with a label that Word counts. */
    isNumbered?: boolean;
    isTitle?: boolean;
    /** A row that the table repeats on each page. */
    isHeading?: boolean;
    /** A cell that the cell above it covers. */
    isCovered?: boolean;
  }
}

export const make = (
  tagName: string,
  children: ElementContent[] = [],
  properties: Properties = {},
  data: Partial<ElementData> = {},
): Element => ({ type: "element", tagName, properties, children, data: data as ElementData });
export const text = (value: string): ElementContent => ({ type: "text", value });

interface OpenList {
  readonly list: Element;
  readonly mark: Mark;
  next: number;
}

/**
 * Joins the paragraphs of a cell, text box, note or body that belong together: lists by their marks, a title, and the
 * entries of a table of contents, whose title becomes a heading, so that its section ends at the first heading of the
 * text. A list in Word is a run of paragraphs with levels; a list here has items of one Word list and one level, without
 * a gap in its numbers.
 */
export function joinBlocks(blocks: readonly ElementContent[]): ElementContent[] {
  const joined: ElementContent[] = [];
  let open: OpenList[] = [];
  for (const block of blocks) {
    const mark = isElement(block) ? block.data?.mark : undefined;
    if (isElement(block) && mark) {
      open = openListFor(mark, open, joined);
      open.at(-1)?.list.children.push(make("li", [block]));
      continue;
    }
    open = [];
    const last = joined.at(-1);
    if (isElement(block, "pre") && isElement(last, "pre")) last.children.push(text("\n"), ...block.children);
    else if (isTitle(block) && isTitle(last)) last.children.push(text(" "), ...block.children);
    else {
      if (isElement(block, "pre") && isElement(last, "p") && CONTENTS_TITLE.test(lineOf(last))) last.tagName = "h2";
      joined.push(block);
    }
  }
  return joined;
}

const isTitle = (node: ElementContent | undefined): node is Element => isElement(node) && node.data?.isTitle === true;

/** The lists that stay open; the last one gets the item. */
function openListFor(mark: Mark, open: readonly OpenList[], top: ElementContent[]): OpenList[] {
  const outer = open.filter((one) => one.mark.level < mark.level);
  const same = open.find((one) => one.mark.level === mark.level);
  if (same && same.mark.numId === mark.numId && isCounted(same.mark) === isCounted(mark)) {
    if (!isCounted(mark) || same.next === mark.value) {
      same.next = mark.value + 1;
      return [...outer, same];
    }
  }
  const list = isCounted(mark) ? make("ol", [], { start: mark.value }) : make("ul");
  const parent = outer.at(-1)?.list.children.at(-1);
  if (isElement(parent, "li")) parent.children.push(list);
  else top.push(list);
  return [...outer, { list, mark, next: mark.value + 1 }];
}

/** Only 1. 2. 3. make an ordered list; any other number is text. */
export const isCounted = ({ text, value }: Mark) => text === `${value}.`;
