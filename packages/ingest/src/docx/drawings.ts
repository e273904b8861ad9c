import type { Element, ElementContent } from "xast";
import { descendants, element, make, makeText } from "../ooxml/xml.js";
import type { Warnings } from "../warnings.js";

/** Text boxes become paragraphs after the paragraph they are anchored to; other drawings, their alternative text. */
export function prepareDrawing(
  node: Element,
  inside: (box: Element) => ElementContent[],
  warnings: Warnings,
): ElementContent[] {
  const boxes = descendants(node, "w:txbxContent").map((box) => make("w:txbxContent", {}, inside(box)));
  if (boxes.length > 0) return [make("w:pict", {}, [make("v:shape", {}, [make("v:textbox", {}, boxes)])])];
  const alternative = alternativeText(node);
  if (alternative === "") {
    warnings.add({ code: "picture.left_out" });
    return [];
  }
  warnings.add({ code: "picture.replaced" });
  return [makeText(alternative)];
}

/** Two alternative forms of the same content (ECMA-376 Part 3, 9.3): the older one if it has the text. */
export function chooseAlternative(node: Element): Element | undefined {
  const [newer, older] = [element(node, "mc:Choice"), element(node, "mc:Fallback")];
  const hasText = (one: Element | undefined) => one !== undefined && descendants(one, "w:t").length > 0;
  return older && (hasText(older) || !hasText(newer)) ? older : newer;
}

function alternativeText(drawing: Element): string {
  const [properties] = descendants(drawing, "wp:docPr");
  const [image] = descendants(drawing, "v:imagedata");
  const { descr, title } = properties?.attributes ?? {};
  return [descr, title, image?.attributes["o:title"]].map((text) => text?.trim()).find((text) => text) ?? "";
}
