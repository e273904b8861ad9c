import type { Element } from "xast";
import { element, elements, numberIn, valueIn } from "../ooxml/xml.js";

/** The properties of paragraph styles that affect the text. */
export interface ParagraphStyle {
  /** Its own id, then those of its base styles. */
  readonly ids: readonly string[];
  readonly name: string;
  /** 0 to 8; null for text. */
  readonly outlineLevel: number | null;
  /** The list of its numbers or bullets; "0" removes that of a base style. */
  readonly numId: string | null;
  /** The level in the list, from 0, that each of `ids` names, to the one that names the list. */
  readonly listLevels: readonly (number | null)[];
}

/** ECMA-376 Part 1, 17.9.3: level 9 of an outline is text. */
const TEXT_LEVEL = 9;
const NO_STYLE: ParagraphStyle = { ids: [], name: "", outlineLevel: null, numId: null, listLevels: [] };

export class Styles {
  readonly #byId: ReadonlyMap<string, Element>;
  readonly #default: string | undefined;

  constructor(part: Element | null) {
    const styles = part ? elements(part, "w:style") : [];
    this.#byId = new Map(styles.map((style) => [style.attributes["w:styleId"] ?? "", style]));
    this.#default = styles.find(
      ({ attributes }) =>
        attributes["w:type"] === "paragraph" && ["1", "true", "on"].includes(attributes["w:default"] ?? ""),
    )?.attributes["w:styleId"] as string | undefined;
  }

  /** The style of that id, or the default one, with inherited properties. */
  paragraph(id: string | undefined): ParagraphStyle {
    const ids = this.#chainOf(id ?? this.#default);
    // Some programs use the ids of Word's built-in styles without defining them.
    if (ids.length === 0) return { ...NO_STYLE, name: id ?? "", outlineLevel: headingLevel(id ?? "") };
    const chain = ids.map((one) => this.#byId.get(one) as Element);
    const levels = chain.map((style) => outlineLevel(element(style, "w:pPr")) ?? headingLevel(nameOf(style)));
    const lists = chain.map((style) => valueIn(style, "w:pPr", "w:numPr", "w:numId"));
    const numberedBy = lists.findIndex((numId) => numId !== undefined);
    const level = levels.find((one) => one !== null) ?? null;
    return {
      ids,
      name: nameOf(chain[0] as Element),
      outlineLevel: level === TEXT_LEVEL ? null : level,
      numId: lists[numberedBy] ?? null,
      listLevels: chain.slice(0, numberedBy + 1).map((style) => numberIn(style, "w:pPr", "w:numPr", "w:ilvl") ?? null),
    };
  }

  /** The list of a list style. */
  listOf(styleId: string): string | undefined {
    return valueIn(this.#byId.get(styleId), "w:pPr", "w:numPr", "w:numId");
  }

  #chainOf(id: string | undefined): string[] {
    const chain: string[] = [];
    for (let at = id; at !== undefined && !chain.includes(at); at = valueIn(this.#byId.get(at), "w:basedOn")) {
      if (!this.#byId.has(at)) break;
      chain.push(at);
    }
    return chain;
  }
}

export function outlineLevel(properties: Element | undefined): number | null {
  const level = numberIn(properties, "w:outlineLvl");
  return level !== undefined && level >= 0 && level <= TEXT_LEVEL ? level : null;
}

const nameOf = (style: Element) => valueIn(style, "w:name") ?? "";

/** Word's built-in heading styles have these names in every language. */
function headingLevel(name: string): number | null {
  const match = name.match(/^heading ?([1-9])$/i);
  return match ? Number(match[1]) - 1 : null;
}
