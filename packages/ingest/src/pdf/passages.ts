import type { List, Paragraph as MdastParagraph } from "mdast";
import { type BodyText, joinShortLines } from "./body-blocks.js";
import { ListBuilder } from "./lists.js";
import { paragraphNode } from "./place-on-page.js";

/** The paragraphs and lists of the text between two headings or tables. */
export function passagesOf(texts: readonly BodyText[]): (MdastParagraph | List)[] {
  const passages: (MdastParagraph | List)[] = [];
  const lists = new ListBuilder((passage) => passages.push(passage));
  const blocks = joinShortLines(texts);
  for (const [i, block] of blocks.entries()) {
    const next = blocks[i + 1];
    if (block.isLabel && next?.marker?.opens && next.marker.kind !== "【") {
      lists.begin(block, next.marker.kind);
    } else if (!lists.take(block)) {
      lists.close();
      passages.push(paragraphNode(block.texts, block.lines));
    }
  }
  lists.close();
  return passages;
}
