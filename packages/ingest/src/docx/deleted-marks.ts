import type { Element } from "xast";
import { element, elements, isOn } from "../ooxml/xml.js";

/**
 * Joins a paragraph whose mark is deleted or moved away with the next one, whose properties then apply to both
 * (17.13.5.15, 17.13.5.20).
 */
export function withoutDeletedMarks(nodes: readonly Element[]): Element[] {
  const merged: Element[] = [];
  let pending: Element | null = null;
  for (const node of nodes) {
    if (node.name !== "w:p") {
      if (pending) merged.push(pending);
      pending = null;
      merged.push(node);
      continue;
    }
    const properties = elements(node, "w:pPr");
    const content: Element[] = [...contentOf(pending), ...contentOf(node)];
    const paragraph: Element = { ...node, children: [...properties, ...content] };
    pending = isMarkDeleted(node) ? paragraph : null;
    if (!pending) merged.push(paragraph);
  }
  return pending ? [...merged, pending] : merged;
}

function isMarkDeleted(paragraph: Element): boolean {
  const mark = element(paragraph, "w:pPr", "w:rPr");
  return isOn(mark, "w:del") || isOn(mark, "w:moveFrom");
}

const contentOf = (paragraph: Element | null) =>
  elements(paragraph ?? undefined).filter(({ name }) => name !== "w:pPr");
