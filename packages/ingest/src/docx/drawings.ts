import type { Element, ElementContent } from "xast";
import { descendants, make, makeText } from "../ooxml/xml.js";
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

function alternativeText(drawing: Element): string {
  const [properties] = descendants(drawing, "wp:docPr");
  const [image] = descendants(drawing, "v:imagedata");
  const { descr, title } = properties?.attributes ?? {};
  return [descr, title, image?.attributes["o:title"]].map((text) => text?.trim()).find((text) => text) ?? "";
}
