import type { List, ListItem, RootContent } from "mdast";
import { plainText } from "./plain-text.js";

/** A list as plain text: one line per item with its marker, and the item's other content indented below. */
export function listText(list: List): string {
  return listLines(list).join("\n");
}

function listLines({ ordered, start, children }: List): string[] {
  return children.flatMap((item, i) => itemLines(item, ordered ? `${(start ?? 1) + i}.` : "-"));
}

function itemLines({ checked, data, children }: ListItem, marker: string): string[] {
  const box = typeof checked === "boolean" ? (checked ? "[x] " : "[ ] ") : "";
  const [first = "", ...rest] = children.flatMap(blockLines);
  const margin = " ".repeat(marker.length + 1);
  // An item that continues after a table keeps its place and does not repeat its marker.
  const head = (data?.continued ? margin : `${marker} `) + box + first;
  return [head.trimEnd(), ...rest.map((line) => (margin + line).trimEnd())];
}

function blockLines(block: RootContent): string[] {
  return block.type === "list" ? listLines(block) : plainText(block).split("\n");
}
