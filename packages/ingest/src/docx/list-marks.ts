import type { Element, ElementContent, Nodes, Root, RootContent } from "hast";
import { isElement, lineOf } from "../html/elements.js";
import type { Mark } from "./number-counter.js";

/** A list item for mammoth: its mark is text in a separate element before its text. */
const MARK_CLASS = "mark";
const ITEM_CLASS = "item";

export const LIST_STYLES = [`p.${ITEM_CLASS} => p.${ITEM_CLASS}:fresh`, `r.${MARK_CLASS} => span.${MARK_CLASS}:fresh`];

export function markOf(mark: Mark): string {
  return JSON.stringify(mark);
}

interface OpenList {
  readonly list: Element;
  readonly mark: Mark;
  next: number;
}

/**
 * Builds lists from the paragraphs that have marks. A list in Word is a run of paragraphs with levels; a list here has
 * items of one Word list and one level, without a gap in its numbers.
 */
export function buildLists(parent: Root | Element): void {
  const built: RootContent[] = [];
  let open: OpenList[] = [];
  for (const child of parent.children) {
    if (child.type === "element") buildLists(child);
    const item = takeMark(child);
    if (item) {
      open = openListFor(item, open, built);
      const { list } = open.at(-1) as OpenList;
      list.children.push(item.element);
    } else {
      open = [];
      built.push(child);
    }
  }
  parent.children = built as typeof parent.children;
}

function takeMark(node: Nodes): { element: Element; mark: Mark } | null {
  if (!isElement(node, "p") || !hasClass(node, ITEM_CLASS)) return null;
  const [first, ...rest] = node.children;
  if (!isElement(first, "span") || !hasClass(first, MARK_CLASS)) return null;
  const mark = JSON.parse(lineOf(first)) as Mark;
  const words: ElementContent[] = isCounted(mark) || mark.isBullet ? rest : [text(`${mark.text} `), ...rest];
  return { element: { ...make("li"), children: [{ ...make("p"), children: words }] }, mark };
}

/** The lists that stay open; the last one gets the item. */
function openListFor({ mark }: { mark: Mark }, open: readonly OpenList[], top: RootContent[]): OpenList[] {
  const outer = open.filter((one) => one.mark.level < mark.level);
  const same = open.find((one) => one.mark.level === mark.level);
  if (same && same.mark.numId === mark.numId && isCounted(same.mark) === isCounted(mark)) {
    if (!isCounted(mark) || same.next === mark.value) {
      same.next = mark.value + 1;
      return [...outer, same];
    }
  }
  const list = isCounted(mark) ? { ...make("ol"), properties: { start: mark.value } } : make("ul");
  const parent = outer.at(-1)?.list.children.at(-1);
  if (isElement(parent, "li")) parent.children.push(list);
  else top.push(list);
  return [...outer, { list, mark, next: mark.value + 1 }];
}

/** Only 1. 2. 3. make an ordered list; any other number is text. */
const isCounted = ({ text, value }: Mark) => text === `${value}.`;
const hasClass = ({ properties: { className } }: Element, name: string) =>
  Array.isArray(className) && className.includes(name);
const make = (tagName: string): Element => ({ type: "element", tagName, properties: {}, children: [] });
const text = (value: string): ElementContent => ({ type: "text", value });
