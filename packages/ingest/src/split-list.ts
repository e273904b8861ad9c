import type { List, ListItem, RootContent, Table } from "mdast";
import { listText } from "./list-text.js";

/** A list longer than this many characters is split between its outermost items. */
const LENGTH_MAX = 4_000;

/**
 * Moves tables out of a list: the part before, the table, the part after, in reading order. The parts keep their
 * numbers and their nesting; an item that continues after a table is marked.
 */
export function splitAtTables(list: List): (List | Table)[] {
  const parts: (List | Table)[] = [];
  let pending: ListItem[] = [];
  let first = 0;
  const flush = () => {
    if (pending.length > 0) parts.push(partOf(list, first, pending));
    pending = [];
  };
  for (const [index, item] of list.children.entries()) {
    for (const part of splitItem(item, list.ordered === true)) {
      if (part.type === "table") {
        flush();
        parts.push(part);
      } else {
        if (pending.length === 0) first = index;
        pending.push(part);
      }
    }
  }
  flush();
  return parts;
}

function splitItem(item: ListItem, keepsMarker: boolean): (ListItem | Table)[] {
  const parts: (ListItem | Table)[] = [];
  let run: ListItem["children"] = [];
  let began = false;
  const flush = () => {
    // If an item begins with a table, its number gets a line; a bullet does not.
    if (run.length > 0 || (keepsMarker && !began)) parts.push(itemOf(item, run, began));
    began = true;
    run = [];
  };
  for (const child of item.children) {
    for (const part of child.type === "list" ? splitAtTables(child) : [child]) {
      if (part.type === "table") {
        flush();
        parts.push(part);
      } else {
        run.push(part);
      }
    }
  }
  if (run.length > 0 || !began) flush();
  return parts;
}

function itemOf(item: ListItem, children: ListItem["children"], continued: boolean): ListItem {
  const spread = children.some((child, i) => i > 0 && (child.type === "paragraph" || !canFollowText(child)));
  if (!continued) return { ...item, spread, children };
  return { type: "listItem", spread, children, data: { continued } };
}

/** CommonMark 5.3: without a blank line, only a list that begins with 1, and with text, can follow a paragraph. */
function canFollowText(block: RootContent): boolean {
  if (block.type !== "list") return true;
  const first = block.children[0]?.children[0];
  return (!block.ordered || block.start === 1) && first !== undefined && canFollowText(first);
}

/** Items of a list, from an index on, as a list that keeps their numbers. */
export function partOf(list: List, index: number, children: ListItem[]): List {
  return {
    type: "list",
    ordered: list.ordered ?? false,
    spread: false,
    start: list.ordered ? (list.start ?? 1) + index : null,
    children,
  };
}

/** Splits a long list between its outermost items. */
export function splitLongList(list: List): List[] {
  if (listText(list).length <= LENGTH_MAX) return [list];
  const parts: List[] = [];
  let first = 0;
  let length = 0;
  for (const [index, item] of list.children.entries()) {
    const itemLength = listText(partOf(list, index, [item])).length + 1;
    if (index > first && length + itemLength > LENGTH_MAX) {
      parts.push(partOf(list, first, list.children.slice(first, index)));
      first = index;
      length = 0;
    }
    length += itemLength;
  }
  return [...parts, partOf(list, first, list.children.slice(first))];
}
