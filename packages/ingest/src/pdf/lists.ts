import type { List, ListItem, Paragraph as MdastParagraph } from "mdast";
import { type Block, isFormula } from "./body-blocks.js";
import type { Line } from "./layout-types.js";
import { isLoose } from "./paragraphs.js";
import { paragraphNode, placeOfLines } from "./place-on-page.js";

/** A longer list is closed at its next outermost item: a passage is what a reader takes in at once. */
const LIST_MAX = 1_000;
/** In widths of a letter: text that begins this much to the right of a marker belongs to its item. */
const INSIDE_MIN = 0.6;
const DEPTH_MAX = 10;
/** Bullets that the list shows itself. */
const BULLET = /^[・•◦▪–－-][\s　]*$/;
const LABEL_KIND = "【";
const COUNTED = /^([0-9]{1,9})\.[\s　]*$/;
const SENTENCE_END = /[。．.]$/;

interface Items {
  readonly kind: string;
  readonly items: Item[];
}

interface Item {
  readonly block: Block;
  readonly inside: (Block | Items)[];
}

interface OpenItem {
  readonly list: Items;
  readonly item: Item;
  /** The left edge of the marker, from the column's. Nothing is inside a label. */
  readonly x: number;
}

/** Builds lists, and lists inside their items, from markers and indentation. */
export class ListBuilder {
  readonly #emit: (passage: List | MdastParagraph) => void;
  #root: Items | null = null;
  #open: OpenItem[] = [];
  #length = 0;

  constructor(emit: (passage: List | MdastParagraph) => void) {
    this.#emit = emit;
  }

  /** Begins a list of this kind with its label: 【第１条　目的】. */
  begin(label: Block, kind: string): void {
    this.close();
    this.#nest(label, kind, Number.POSITIVE_INFINITY);
  }

  /** Takes a block that is an item or belongs to one. */
  take(block: Block): boolean {
    const { marker, lines } = block;
    if (!marker) return this.#continue(block);
    if (marker.kind === LABEL_KIND) return false;
    const x = leftOf(lines[0]);
    const tolerance = INSIDE_MIN * lines[0].size;
    const same = this.#open.findLastIndex(({ list }) => list.kind === marker.kind);
    const sibling = this.#open[same];
    if (sibling && !(marker.restarts && sibling.x !== Number.POSITIVE_INFINITY)) {
      this.#append(block, same, x);
      return true;
    }
    if (!marker.opens) this.close();
    // A list that begins with 1 again: below the open item if it is indented, else after it.
    if (sibling && x <= sibling.x + tolerance) this.#open.length = same;
    while ((this.#open.at(-1)?.x ?? Number.NEGATIVE_INFINITY) > x + tolerance) this.#open.pop();
    if (this.#open.length === 0) this.close();
    this.#nest(block, marker.kind, x);
    return true;
  }

  close(): void {
    if (this.#root) this.#emit(passageOf(this.#root));
    this.#root = null;
    this.#open = [];
    this.#length = 0;
  }

  #nest(block: Block, kind: string, x: number): void {
    this.#open.length = Math.min(this.#open.length, DEPTH_MAX - 1);
    const item = { block, inside: [] };
    const list: Items = { kind, items: [item] };
    const parent = this.#open.at(-1);
    if (parent) parent.item.inside.push(list);
    else this.#root = list;
    this.#open.push({ list, item, x });
    this.#length += lengthOf(block);
  }

  #append(block: Block, depth: number, x: number): void {
    const { list } = this.#open[depth] as OpenItem;
    if (depth === 0 && this.#length > LIST_MAX) {
      this.close();
      this.#nest(block, list.kind, x);
      return;
    }
    const item = { block, inside: [] };
    list.items.push(item);
    this.#open.length = depth;
    this.#open.push({ list, item, x });
    this.#length += lengthOf(block);
  }

  /** Text below an item belongs to it if it is indented, or if it is a formula or the text of a title. */
  #continue(block: Block): boolean {
    const last = this.#open.at(-1);
    if (!last || last.x === Number.POSITIVE_INFINITY) return false;
    const [first, second = first] = block.lines;
    const left = Math.min(leftOf(first), leftOf(second));
    const depth = this.#open.findLastIndex((open) => isInside(left, open, first.size));
    // Only the innermost item can take text that is not indented: any other would move it before later items.
    if (block.texts.some(isFormula) || (depth < 0 && isTitled(last) && isSentence(block))) this.#take(last, block);
    else if (depth < 0) return false;
    else {
      this.#open.length = depth + 1;
      this.#take(this.#open[depth] as OpenItem, block);
    }
    return true;
  }

  #take({ item }: OpenItem, block: Block): void {
    item.inside.push(block);
    this.#length += lengthOf(block);
  }
}

const isSentence = ({ texts }: Block) => SENTENCE_END.test(texts.at(-1) ?? "");

/** Text is inside an item if it begins to the right of its marker, and not to the left of its second line. */
function isInside(left: number, { x, item }: OpenItem, size: number): boolean {
  const second = item.block.lines[1];
  const hanging = second && leftOf(second) > x ? leftOf(second) : x;
  return left > x + INSIDE_MIN * size && left >= hanging - INSIDE_MIN * size;
}

/** An item that is a title, like the one before it: （２）代替休暇の単位. */
function isTitled({ list, item }: OpenItem): boolean {
  const [line] = item.block.lines;
  const isTitle =
    item.block.marker?.isCounted === true &&
    item.block.lines.length === 1 &&
    isLoose(line, false) &&
    item.inside.length === 0;
  return isTitle && list.items.at(-2)?.inside.length !== 0;
}

const leftOf = ({ x0, left }: Line) => x0 - left;
const lengthOf = ({ texts }: Block) => texts.reduce((sum, { length }) => sum + length, 0);
const isItems = (part: Block | Items): part is Items => "items" in part;

/** A list of one item without parts is a paragraph. */
function passageOf(list: Items): List | MdastParagraph {
  const [item, ...others] = list.items;
  if (item && others.length === 0 && item.inside.length === 0) return paragraphNode(item.block.texts, item.block.lines);
  const lines = linesOf(list);
  return { ...listNode(list), data: { place: placeOfLines(lines) } };
}

const linesOf = ({ items }: Items): Line[] =>
  items.flatMap(({ block, inside }) => [
    ...block.lines,
    ...inside.flatMap((part) => (isItems(part) ? linesOf(part) : part.lines)),
  ]);

/** 1. 2. 3. and bullets are the list's own markers; all others are text. */
function listNode({ items }: Items): List {
  const numbers = items.map(({ block }) => COUNTED.exec(block.marker?.text ?? "")?.[1]);
  const start = Number(numbers[0]);
  const ordered = numbers.every((number, i) => Number(number) === start + i);
  const children = items.map(({ block, inside }): ListItem => {
    const sign = block.marker?.text ?? "";
    const [first = "", ...rest] = block.texts;
    const text = ordered || BULLET.test(sign) ? first.slice(sign.length) : first;
    const parts = inside.map((part) => (isItems(part) ? listNode(part) : paragraphNode(part.texts, part.lines)));
    return { type: "listItem", children: [paragraphNode([text, ...rest], block.lines), ...parts] };
  });
  return { type: "list", ordered, start: ordered ? start : null, children };
}
