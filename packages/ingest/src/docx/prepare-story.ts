import type { Element, ElementContent } from "xast";
import {
  bare,
  chooseAlternative,
  descendants,
  element,
  elements,
  isOn,
  make,
  makeText,
  showsText,
  textOf,
} from "../ooxml/xml.js";
import type { Warnings } from "../warnings.js";
import { withoutDeletedMarks } from "./deleted-marks.js";
import { prepareDrawing } from "./drawings.js";
import { markOf } from "./list-marks.js";
import type { ParagraphKind, ParagraphKinds } from "./paragraph-kind.js";
import type { Story } from "./parts.js";
import { prepareCell, prepareRow } from "./table-cells.js";

const CHARACTER_PROPERTIES = ["w:b", "w:i", "w:strike", "w:vertAlign"];

/** The context for preparing a part of the text. */
export interface Preparing {
  readonly kinds: ParagraphKinds;
  /** The notes by their reference: `w:footnoteReference 2`. */
  readonly notes: ReadonlySet<string>;
  /** 1 if the document has a title above its headings, else 0. */
  readonly titleLevels: number;
  readonly warnings: Warnings;
}

/**
 * Prepares a part of the text for mammoth: it has only elements that mammoth reads, every paragraph has a style for its
 * kind, and Word's automatic numbers are text. Wrappers without meaning are removed, but never their content.
 */
export function prepareStory({ xml, links }: Story, preparing: Preparing): Element {
  const { kinds, notes, titleLevels, warnings } = preparing;
  let title: "none" | "open" | "read" = "none";

  const inside = (parent: Element | undefined): ElementContent[] =>
    withoutDeletedMarks(elements(parent)).flatMap(prepare);

  function prepare(node: Element): ElementContent[] {
    switch (node.name) {
      case "w:p":
        return [paragraph(node)];
      case "w:r":
        return run(node);
      case "w:t":
        return [makeText(textOf(node))];
      case "w:tab":
      case "w:ptab":
        return [make("w:tab")];
      case "w:br":
      case "w:cr":
        return [make("w:br")];
      case "w:noBreakHyphen":
      case "w:sym":
      case "w:fldChar":
      case "w:instrText":
        return [bare(node)];
      case "w:footnoteReference":
      case "w:endnoteReference":
        return notes.has(`${node.name} ${node.attributes["w:id"]}`) ? [bare(node)] : [];
      case "w:hyperlink":
        return links.has(node.attributes["r:id"] ?? "")
          ? [make(node.name, { "r:id": node.attributes["r:id"] ?? "" }, inside(node))]
          : inside(node);
      case "w:body":
      case "w:tbl":
        return [make(node.name, {}, inside(node))];
      case "w:tr":
        return isOn(node, "w:trPr", "w:del") ? [] : [prepareRow(node, inside(node))];
      case "w:tc":
        return [prepareCell(node, inside(node), warnings)];
      case "w:ruby":
        return [...inside(element(node, "w:rubyBase")), ...reading(inside(element(node, "w:rt")))];
      case "m:oMath":
        return formula(node);
      case "mc:AlternateContent":
        return inside(chooseAlternative(node, "w:t"));
      case "w:drawing":
      case "w:pict":
      case "w:object":
        return prepareDrawing(node, inside, warnings);
      case "w:footnote":
      case "w:endnote":
        return [{ ...bare(node), children: inside(node) }];
      // Text deleted or moved away with "track changes", and the properties of paragraphs (with their tab stops) and controls.
      case "w:del":
      case "w:moveFrom":
      case "w:pPr":
      case "w:sdtPr":
        return [];
      default:
        return inside(node);
    }
  }

  function paragraph(node: Element): Element {
    const kind = kinds.next(node);
    const content = inside(node);
    if (showsText(node)) {
      if (kind.kind === "title" && title !== "read") title = "open";
      else if (title === "open") title = "read";
    }
    const begins = beginning(kind, content.length === 0);
    return styled(styleOf(kind), begins ? [begins, ...content] : content);
  }

  function styleOf(kind: ParagraphKind): string | null {
    if (kind.kind === "heading") return `h${Math.min(kind.level + titleLevels, 6)}`;
    if (kind.kind === "text" && kind.number !== "") return "numbered";
    if (kind.kind === "title") return title === "open" ? "title" : null;
    return kind.kind === "item" || kind.kind === "contents" ? kind.kind : null;
  }

  function run(node: Element): ElementContent[] {
    if (isOn(node, "w:rPr", "w:vanish")) {
      if (descendants(node, "w:t").length > 0) warnings.add({ code: "docx.hidden_text_left_out" });
      return [];
    }
    const properties = elements(element(node, "w:rPr"), ...CHARACTER_PROPERTIES).map(bare);
    return [make("w:r", {}, [...(properties.length > 0 ? [make("w:rPr", {}, properties)] : []), ...inside(node)])];
  }

  /** The letters of a formula, one after the other. */
  function formula(node: Element): ElementContent[] {
    warnings.add({ code: "docx.formula" });
    return [make("w:r", {}, [makeText(descendants(node, "m:t").map(textOf).join(""))])];
  }

  return make(xml.name, NAMESPACES, inside(xml));
}

const NAMESPACES = {
  "xmlns:w": "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
  "xmlns:r": "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
  "xmlns:v": "urn:schemas-microsoft-com:vml",
};

function styled(style: string | null, content: readonly ElementContent[]): Element {
  const properties = style === null ? [] : [make("w:pPr", {}, [make("w:pStyle", { "w:val": style })])];
  return make("w:p", {}, [...properties, ...content]);
}

/**
 * The number as text; for a list item, its mark, from which lists are built later. Word does not show an empty item.
 */
function beginning(kind: ParagraphKind, isEmpty: boolean): Element | null {
  if (kind.kind === "item") {
    const style = make("w:rPr", {}, [make("w:rStyle", { "w:val": "mark" })]);
    return isEmpty ? null : make("w:r", {}, [style, makeText(markOf(kind.mark))]);
  }
  const number = kind.kind === "heading" || kind.kind === "text" ? kind.number : "";
  return number === "" ? null : make("w:r", {}, [makeText(number)]);
}

/** 漢字（かんじ）, as in HTML. */
function reading(runs: readonly ElementContent[]): ElementContent[] {
  const bracket = (sign: string) => make("w:r", {}, [makeText(sign)]);
  return runs.length === 0 ? [] : [bracket("（"), ...runs, bracket("）")];
}
