import type { List, Root } from "mdast";
import { visit } from "unist-util-visit";
import { plainLine } from "./plain-text.js";
import type { Warnings } from "./warnings.js";

/**
 * Markdown counts from a list's first number, regardless of the later numbers in the source (CommonMark 5.3). If they
 * differ, the reader sees another number than the author wrote, which matters in rules that are cited by number.
 */
export function warnOfOtherNumbers(root: Root, source: string, warnings: Warnings): void {
  visit(root, (node) => {
    if (node.type === "heading") warnings.below(plainLine(node));
    if (node.type !== "list" || !node.ordered) return;
    const { written, first } = numbersOf(node, source);
    // 1. 1. 1. is a common way to write a list, not a numbering.
    if (written.length > 1 && written.every((number) => number === first)) return;
    for (const [i, number] of written.entries()) {
      if (number !== first + i) {
        warnings.add({ code: "list.renumbered", written: number, shown: first + i });
        return;
      }
    }
  });
  warnings.below("");
}

function numbersOf(list: List, source: string): { written: number[]; first: number } {
  const first = list.start ?? 1;
  const written = list.children.map(({ position }, i) => {
    const at = position?.start.offset;
    return at === undefined ? first + i : Number.parseInt(source.slice(at, at + 9), 10);
  });
  return { written, first };
}
