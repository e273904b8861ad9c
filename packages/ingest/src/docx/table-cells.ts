import type { Element, ElementContent } from "xast";
import { bare, element, isOn, make, numberIn, showsText } from "../ooxml/xml.js";
import type { Warnings } from "../warnings.js";

/** WHATWG HTML 4.9.12: a cell spans at most 1,000 columns. */
const SPAN_MAX = 1_000;

/** Adds an empty cell for columns that a row skips at its beginning, so that the other cells stay in their columns. */
export function prepareRow(node: Element, cells: readonly ElementContent[]): Element {
  const properties = element(node, "w:trPr");
  const gap = Math.min(numberIn(properties, "w:gridBefore") ?? 0, SPAN_MAX);
  const header = isOn(properties, "w:tblHeader") ? [make("w:trPr", {}, [make("w:tblHeader")])] : [];
  return make("w:tr", {}, [...header, ...(gap > 0 ? [emptyCell(gap)] : []), ...cells]);
}

export function prepareCell(node: Element, content: readonly ElementContent[], warnings: Warnings): Element {
  const properties = element(node, "w:tcPr");
  const span = Math.min(Math.max(numberIn(properties, "w:gridSpan") ?? 1, 1), SPAN_MAX);
  const merge = element(properties, "w:vMerge");
  const isCovered = merge !== undefined && (merge.attributes["w:val"] ?? "continue") === "continue";
  if (isCovered && showsText(node)) {
    warnings.add({ code: "docx.covered_cell" });
  }
  return make("w:tc", {}, [make("w:tcPr", {}, [gridSpan(span), ...(merge ? [bare(merge)] : [])]), ...content]);
}

const gridSpan = (span: number) => make("w:gridSpan", { "w:val": String(span) });
const emptyCell = (span: number) => make("w:tc", {}, [make("w:tcPr", {}, [gridSpan(span)]), make("w:p")]);
