import { hex } from "dingbat-to-unicode";
import type { ElementContent, Element as HtmlElement } from "hast";
import type { Element } from "xast";
import { isElement } from "../html/elements.js";
import { chooseAlternative, descendants, element, elements, isOn, numberIn, showsText, textOf } from "../ooxml/xml.js";
import type { Warnings } from "../warnings.js";
import { withoutDeletedMarks } from "./deleted-marks.js";
import { isCounted, joinBlocks, make, text } from "./join-blocks.js";
import type { ParagraphKinds } from "./paragraph-kind.js";
import type { Story } from "./parts.js";

/** The context of reading a part of the text. */
export interface Reading {
  readonly kinds: ParagraphKinds;
  /** The ids of the notes, as in the address of {@link noteMark}. */
  readonly notes: ReadonlySet<string>;
  /** The notes that the text refers to, in this order. */
  readonly references: string[];
  /** 1 if the document has a title above its headings, else 0. */
  readonly titleLevels: number;
  readonly warnings: Warnings;
}

/** WHATWG HTML 4.9.12: a cell spans at most 1,000 columns. */
const SPAN_MAX = 1_000;
/** From the innermost element to the outermost. */
const CHARACTER_ELEMENTS = [
  ["w:strike", "s"],
  ["w:i", "em"],
  ["w:b", "strong"],
] as const;

/** An open field (ECMA-376 Part 1, 17.16.18). */
interface Field {
  readonly begin: Element;
  instruction: string;
  href?: string | undefined;
}

/**
 * Reads a part of the text to HTML, with Word's automatic numbers as text. Wrappers without meaning are removed, but
 * never their content.
 *
 * @returns the blocks inside the element
 */
export function readStory({ links }: Story, parent: Element, reading: Reading): ElementContent[] {
  const { kinds, notes, references, titleLevels, warnings } = reading;
  const fields: Field[] = [];
  /** Text boxes of the open paragraph; they follow it. */
  let boxes: ElementContent[] = [];
  let title: "none" | "open" | "read" = "none";

  const inside = (node: Element | undefined): ElementContent[] => withoutDeletedMarks(elements(node)).flatMap(read);
  const blocksIn = (node: Element) => joinBlocks(inside(node));

  function read(node: Element): ElementContent[] {
    switch (node.name) {
      case "w:p":
        return paragraph(node);
      case "w:r":
        return run(node);
      case "w:t":
        return [text(textOf(node))];
      case "w:tab":
      case "w:ptab":
        return [text("\t")];
      case "w:br":
      case "w:cr":
        return [make("br")];
      case "w:noBreakHyphen":
        return [text("\u2011")];
      case "w:sym":
        return symbol(node);
      case "w:fldChar":
        return field(node);
      case "w:instrText":
        for (const open of fields.slice(-1)) open.instruction += textOf(node);
        return [];
      case "w:footnoteReference":
      case "w:endnoteReference":
        return reference(`${node.name.slice(2, -"Reference".length)}-${node.attributes["w:id"]}`);
      case "w:hyperlink":
        return linked(links.get(node.attributes["r:id"] ?? ""), inside(node));
      case "w:tbl":
        return table(node);
      case "w:tr":
        return isOn(node, "w:trPr", "w:del") ? [] : row(node);
      case "w:tc":
        return [cell(node)];
      case "w:ruby":
        return [...inside(element(node, "w:rubyBase")), ...pronunciation(inside(element(node, "w:rt")))];
      case "m:oMath":
        warnings.add({ code: "docx.formula" });
        return [text(descendants(node, "m:t").map(textOf).join(""))];
      case "mc:AlternateContent":
        return inside(chooseAlternative(node, "w:t"));
      case "w:drawing":
      case "w:pict":
      case "w:object":
        return drawing(node);
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

  /** Word shows neither an empty list item nor its mark. */
  function paragraph(node: Element): ElementContent[] {
    const kind = kinds.next(node);
    const outer = boxes;
    boxes = [];
    const content = merged(inside(node));
    const after = boxes;
    boxes = outer;
    if (showsText(node)) {
      if (kind.kind === "title" && title !== "read") title = "open";
      else if (title === "open") title = "read";
    }
    const number = kind.kind === "heading" || kind.kind === "text" ? kind.number : "";
    if (content.length === 0 && number === "") return after;
    const words = number === "" ? content : [text(number), ...content];
    const block = (tagName: string, data = {}, children = words) => [make(tagName, children, {}, data), ...after];
    switch (kind.kind) {
      case "heading":
        return block(`h${Math.min(kind.level + titleLevels, 6)}`);
      case "title":
        return title === "open" ? block("h1", { isTitle: true }) : block("p");
      case "contents":
        return block("pre", {}, tabsAsSpaces(words));
      case "item": {
        const { mark } = kind;
        return block("p", { mark }, isCounted(mark) || mark.isBullet ? words : [text(`${mark.text} `), ...words]);
      }
      case "text":
        return block("p", { isNumbered: number !== "" });
    }
  }

  function run(node: Element): ElementContent[] {
    const properties = element(node, "w:rPr");
    if (isOn(properties, "w:vanish")) {
      if (descendants(node, "w:t").length > 0) warnings.add({ code: "docx.hidden_text_left_out" });
      return [];
    }
    const content = linked(fields.findLast(({ href }) => href !== undefined)?.href, inside(node));
    const raised = { superscript: "sup", subscript: "sub" }[
      element(properties, "w:vertAlign")?.attributes["w:val"] ?? ""
    ];
    const names = CHARACTER_ELEMENTS.flatMap(([property, name]) =>
      isOn(properties, property) ? [name as string] : [],
    );
    return [...(raised ? [raised] : []), ...names].reduce((words, name) => wrapped(make(name), words), content);
  }

  function symbol({ attributes }: Element): ElementContent[] {
    const [font, code] = [attributes["w:font"] ?? "", attributes["w:char"] ?? ""];
    // Some programs move the codes of symbol fonts to the private use area.
    const sign = hex(font, code) ?? hex(font, code.replace(/^F0/i, ""));
    if (!sign) warnings.add({ code: "docx.symbol_left_out" });
    return sign ? [text(sign.string)] : [];
  }

  function field(node: Element): ElementContent[] {
    const type = node.attributes["w:fldCharType"];
    if (type === "begin") fields.push({ begin: node, instruction: "" });
    const open = fields.at(-1);
    if (type === "separate" && open) open.href = addressIn(open.instruction);
    if (type !== "end" || !open) return [];
    fields.pop();
    if (!open.instruction.includes("FORMCHECKBOX")) return [];
    const box = element(open.begin, "w:ffData", "w:checkBox");
    const isChecked = element(box, "w:checked") ? isOn(box, "w:checked") : isOn(box, "w:default");
    return [text(isChecked ? "[x]" : "[ ]")];
  }

  function reference(id: string): ElementContent[] {
    if (!notes.has(id)) return [];
    return [make("sup", [make("a", [text(`[${references.push(id)}]`)], { href: `#${id}` })])];
  }

  /** Text boxes become paragraphs after the paragraph they are anchored to; other drawings, their alternative text. */
  function drawing(node: Element): ElementContent[] {
    const contents = descendants(node, "w:txbxContent");
    boxes = [...boxes, ...contents.flatMap(blocksIn)];
    if (contents.length > 0) return [];
    const alternative = alternativeText(node);
    warnings.add({ code: alternative === "" ? "picture.left_out" : "picture.replaced" });
    return alternative === "" ? [] : [text(alternative)];
  }

  /** The rows that the table repeats on each page are its headings. What stands between rows or cells comes before it. */
  function table(node: Element): ElementContent[] {
    const content = inside(node);
    const rows = content.filter((child) => isElement(child, "tr"));
    const body = rows.findIndex(({ data }) => !data?.isHeading);
    const head = rows.slice(0, body < 0 ? rows.length : body);
    const above = new Map<number, HtmlElement>();
    for (const { children } of rows) {
      let column = 0;
      for (const own of children.filter((child) => isElement(child, "td"))) {
        const upper = own.data?.isCovered ? above.get(column) : undefined;
        if (upper) {
          upper.properties.rowSpan = Number(upper.properties.rowSpan ?? 1) + 1;
          children.splice(children.indexOf(own), 1);
        } else above.set(column, own);
        column += Number(own.properties.colSpan);
      }
    }
    const parts = [...(head.length > 0 ? [make("thead", head)] : []), make("tbody", rows.slice(head.length))];
    return [...content.filter((child) => !isElement(child, "tr")), make("table", parts)];
  }

  /** An empty cell stands for the columns that a row skips at its beginning. */
  function row(node: Element): ElementContent[] {
    const properties = element(node, "w:trPr");
    const gap = Math.min(numberIn(properties, "w:gridBefore") ?? 0, SPAN_MAX);
    const before = gap > 0 ? [make("td", [], { colSpan: gap })] : [];
    const content = inside(node);
    const cells = content.filter((child) => isElement(child, "td"));
    const others = content.filter((child) => !isElement(child, "td"));
    return [...others, make("tr", [...before, ...cells], {}, { isHeading: isOn(properties, "w:tblHeader") })];
  }

  function cell(node: Element): HtmlElement {
    const properties = element(node, "w:tcPr");
    const colSpan = Math.min(Math.max(numberIn(properties, "w:gridSpan") ?? 1, 1), SPAN_MAX);
    const merge = element(properties, "w:vMerge");
    const isCovered = merge !== undefined && (merge.attributes["w:val"] || "continue") === "continue";
    if (isCovered && showsText(node)) warnings.add({ code: "docx.covered_cell" });
    return make("td", blocksIn(node), { colSpan }, { isCovered });
  }

  return blocksIn(parent);
}

/** The address of a hyperlink's field; a place in the document begins with #. */
function addressIn(instruction: string): string | undefined {
  const [, place, quoted, bare] = /^\s*HYPERLINK\s+(\\l\s+)?(?:"(.*)"|([^\\]\S*))/.exec(instruction) ?? [];
  const address = quoted ?? bare;
  return address !== undefined && place !== undefined ? `#${address}` : address;
}

const linked = (href: string | undefined, words: ElementContent[]) =>
  href === undefined ? words : wrapped(make("a", [], { href }), words.flatMap(unlinked));

/** A link in a link, as around furigana, cannot be written in Markdown. References to notes and places are not written as links. */
function unlinked(word: ElementContent): ElementContent[] {
  if (!isElement(word)) return [word];
  const children = word.children.flatMap(unlinked);
  const isLink = word.tagName === "a" && !String(word.properties.href).startsWith("#");
  return isLink ? children : [{ ...word, children }];
}

const wrapped = (outer: HtmlElement, words: ElementContent[]): ElementContent[] =>
  words.length === 0 ? [] : [{ ...outer, children: words }];

/** Word divides a text into many runs: neighbours with the same properties are one element. */
function merged(words: readonly ElementContent[]): ElementContent[] {
  const joined: ElementContent[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    const isSame =
      isElement(last) &&
      isElement(word, "a", "s", "em", "strong", "sub", "sup") &&
      last.tagName === word.tagName &&
      last.properties.href === word.properties.href;
    if (isSame) last.children.push(...word.children);
    else joined.push(word);
  }
  for (const word of joined) if (isElement(word)) word.children = merged(word.children);
  return joined;
}

/** An entry of a table of contents has a tab before its page. */
const tabsAsSpaces = (words: readonly ElementContent[]): ElementContent[] =>
  words.map((word) => {
    if (word.type === "text") return text(word.value.replaceAll("\t", " "));
    return isElement(word) ? { ...word, children: tabsAsSpaces(word.children) } : word;
  });

/** 漢字（かんじ）, as in HTML. */
const pronunciation = (words: ElementContent[]) => (words.length === 0 ? [] : [text("（"), ...words, text("）")]);

function alternativeText(drawing: Element): string {
  const [properties] = descendants(drawing, "wp:docPr");
  const [image] = descendants(drawing, "v:imagedata");
  const { descr, title } = properties?.attributes ?? {};
  return [descr, title, image?.attributes["o:title"]].map((words) => words?.trim()).find((words) => words) ?? "";
}
