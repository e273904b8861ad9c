import { readSectionHeading } from "@retrieval/core/chunks";
import type { Element } from "xast";
import { element, numberIn, valueIn } from "../ooxml/xml.js";
import type { Mark, NumberCounter } from "./number-counter.js";
import { outlineLevel, type Styles } from "./styles.js";

/** The kind of a paragraph by the document's styles, outline and lists. */
export type ParagraphKind =
  | { readonly kind: "title" }
  /** `level` from 1. */
  | { readonly kind: "heading"; readonly level: number; readonly number: string }
  | { readonly kind: "contents" }
  | { readonly kind: "item"; readonly mark: Mark }
  | { readonly kind: "text"; readonly number: string };

/** Finds the kind of each paragraph in document order, and counts the lists. */
export class ParagraphKinds {
  constructor(
    readonly styles: Styles,
    readonly counter: NumberCounter,
  ) {}

  next(paragraph: Element): ParagraphKind {
    const properties = element(paragraph, "w:pPr");
    const style = this.styles.paragraph(valueIn(properties, "w:pStyle"));
    const numId = valueIn(properties, "w:numPr", "w:numId") ?? style.numId;
    const own = numberIn(properties, "w:numPr", "w:ilvl") ?? null;
    const mark = numId === null ? null : this.counter.next(numId, own, style);
    if (/^(?:toc \d|table of figures)$/i.test(style.name)) return { kind: "contents" };
    if (/^title$/i.test(style.name)) return { kind: "title" };
    const level = outlineLevel(properties) ?? style.outlineLevel;
    if (level !== null && level < 9) return { kind: "heading", level: level + 1, number: prefixOf(mark) };
    if (!mark || (mark.text === "" && !mark.isBullet)) return { kind: "text", number: "" };
    return isSectionLabel(mark.text) ? { kind: "text", number: prefixOf(mark) } : { kind: "item", mark };
  }
}

/** 第3条 or Article 3 is never a list item, even with an automatic number. */
function isSectionLabel(number: string): boolean {
  const { label } = readSectionHeading(number);
  return label !== "" && !/^[0-9０-９]/.test(label);
}

function prefixOf(mark: Mark | null): string {
  if (!mark || mark.text === "") return "";
  return mark.suffix === "nothing" ? mark.text : `${mark.text} `;
}
