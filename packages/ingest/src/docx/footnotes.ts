import type { Element, ElementContent, Root, RootContent } from "hast";
import { SKIP, visit } from "unist-util-visit";
import { childElements, isBlank, isElement } from "../html/elements.js";

const NOTE_ID = /^(?:footnote|endnote)-(?!ref-)/;

/**
 * Moves each note after the paragraph, list or table that refers to it, as on the page. Mammoth puts the notes in a
 * list at the end, with arrows back.
 */
export function placeFootnotes(root: Root): void {
  const last = root.children.findLastIndex((node) => isElement(node, "ol") && node.children.every(isNote));
  if (last < 0) return;
  const [list] = root.children.splice(last, 1);
  const listed = isElement(list) ? childElements(list) : [];
  const notes = new Map(listed.map((note) => [String(note.properties.id), note]));
  root.children = root.children.flatMap((node): RootContent[] => [node, ...notesIn(node, notes)]);
}

const isNote = (node: ElementContent) => isElement(node, "li") && NOTE_ID.test(String(node.properties.id));

function notesIn(node: RootContent, notes: Map<string, Element>): ElementContent[] {
  const found: ElementContent[] = [];
  visit(node, "element", (element) => {
    const id = String(element.properties.href ?? "").slice(1);
    const note = isElement(element, "a") ? notes.get(id) : undefined;
    if (!note) return undefined;
    notes.delete(id);
    found.push(...withMark(withoutArrow(note.children), element.children));
    return SKIP;
  });
  return found;
}

/** The arrow back is the last link of the last paragraph, after a space. */
function withoutArrow(blocks: readonly ElementContent[]): ElementContent[] {
  const last = blocks.at(-1);
  if (!isElement(last, "p")) return [...blocks];
  const words = last.children.slice(0, -1);
  return [...blocks.slice(0, -1), ...(words.every(isBlank) ? [] : [{ ...last, children: words }])];
}

/** `[1] Text of the note.` */
function withMark(blocks: readonly ElementContent[], mark: readonly ElementContent[]): ElementContent[] {
  const space: ElementContent = { type: "text", value: " " };
  const [first, ...rest] = blocks;
  const words = isElement(first, "p") ? first.children : [];
  const paragraph: Element = { type: "element", tagName: "p", properties: {}, children: [...mark, space, ...words] };
  return [paragraph, ...(isElement(first, "p") ? rest : blocks)];
}
