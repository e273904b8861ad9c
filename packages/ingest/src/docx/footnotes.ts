import type { Element, ElementContent } from "hast";
import { SKIP, visit } from "unist-util-visit";
import { isElement } from "../html/elements.js";
import { make, text } from "./join-blocks.js";

/** Puts each note after the paragraph, list or table that refers to it first, as on the page. */
export function placeFootnotes(
  blocks: readonly ElementContent[],
  notes: ReadonlyMap<string, readonly ElementContent[]>,
): ElementContent[] {
  const placed = new Set<string>();
  return blocks.flatMap((block) => {
    const own: ElementContent[] = [];
    visit(block, "element", (element) => {
      const id = String(element.properties.href ?? "").slice(1);
      const note = notes.get(id);
      if (!note || placed.has(id)) return undefined;
      placed.add(id);
      own.push(...withMark(note, element.children));
      return SKIP;
    });
    return [block, ...own];
  });
}

/** `[1] Text of the note.` */
function withMark(blocks: readonly ElementContent[], mark: readonly ElementContent[]): Element[] | ElementContent[] {
  const [first, ...rest] = blocks;
  const words = isElement(first, "p") ? first.children : [];
  return [make("p", [...mark, text(" "), ...words]), ...(isElement(first, "p") ? rest : blocks)];
}
