import type { Element } from "xast";
import { descendants, element, elements } from "../ooxml/xml.js";

/** EMU of half an inch: shapes that begin this near below one another are beside each other. */
const ROW_HEIGHT = 457_200;

/** The shapes of a slide as they are read: the title, then from top to bottom and, side by side, from left to right. */
export function shapesInOrder(tree: Element | undefined): Element[] {
  const shapes = elements(tree, "p:sp", "p:graphicFrame", "p:pic", "p:grpSp")
    .filter((shape) => !["sldNum", "dt", "ftr"].includes(placeholderOf(shape) ?? ""))
    .map((shape) => ({ shape, ...placeOf(shape) }))
    .sort((a, b) => a.y - b.y);
  const rows: (typeof shapes)[] = [];
  for (const shape of shapes) {
    const row = rows.at(-1);
    if (row && shape.y - (row[0]?.y ?? 0) < ROW_HEIGHT) row.push(shape);
    else rows.push([shape]);
  }
  return rows
    .flatMap((row) => row.sort((a, b) => a.x - b.x))
    .flatMap(({ shape }) => (shape.name === "p:grpSp" ? shapesInOrder(shape) : [shape]));
}

/** The kind of a placeholder of the slide's layout: title, body … ; "body" without one; null for other shapes. */
export function placeholderOf(shape: Element): string | null {
  const [placeholder] = elements(shape).flatMap((child) => descendants(child, "p:ph"));
  return placeholder ? (placeholder.attributes.type ?? "body") : null;
}

export const isTitle = (shape: Element) => ["title", "ctrTitle"].includes(placeholderOf(shape) ?? "");

/** A placeholder without a place has that of its layout: the title above, the others below it. */
function placeOf(shape: Element): { readonly x: number; readonly y: number } {
  if (isTitle(shape)) return { x: 0, y: Number.NEGATIVE_INFINITY };
  const transform =
    element(shape, "p:spPr", "a:xfrm") ?? element(shape, "p:grpSpPr", "a:xfrm") ?? element(shape, "p:xfrm");
  const { x, y } = element(transform, "a:off")?.attributes ?? {};
  return { x: Number(x ?? 0), y: Number(y ?? 0) };
}
