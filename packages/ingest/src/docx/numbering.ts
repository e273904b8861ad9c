import type { Element } from "xast";
import { element, elements, isOn, numberIn, valueIn } from "../ooxml/xml.js";
import type { Styles } from "./styles.js";

/** One level of a list as Word defines it (ECMA-376 Part 1, 17.9.6). */
export interface Level {
  readonly start: number;
  readonly format: string;
  /** `第%1条`, `%1.%2`: `%n` is replaced by the number of level n. */
  readonly text: string;
  /** Legal numbering: all numbers in digits, regardless of the levels' formats. */
  readonly isLegal: boolean;
  /** The level, from 1, whose use restarts this one; 0 for none; null for any level above it. */
  readonly restartsAfter: number | null;
  /** The text between the number and the paragraph. */
  readonly suffix: "tab" | "space" | "nothing";
  /** The paragraph style that is linked to this level. */
  readonly styleId: string | null;
}

/** A list of a document. Lists of one abstract list share its counters. */
export interface NumberedList {
  readonly abstractId: string;
  readonly levels: ReadonlyMap<number, Level>;
  /** The numbers at which this list restarts, by level (w:startOverride). */
  readonly startOverrides: ReadonlyMap<number, number>;
}

export class Numbering {
  readonly #lists: ReadonlyMap<string, Element>;
  readonly #abstracts: ReadonlyMap<string, Element>;

  constructor(
    part: Element | null,
    readonly styles: Styles,
  ) {
    const byId = (name: string, id: string) =>
      new Map((part ? elements(part, name) : []).map((one) => [one.attributes[id] ?? "", one]));
    this.#lists = byId("w:num", "w:numId");
    this.#abstracts = byId("w:abstractNum", "w:abstractNumId");
  }

  list(numId: string): NumberedList | null {
    const list = this.#lists.get(numId);
    const abstract = this.#abstractOf(numId, []);
    if (!list || !abstract) return null;
    const levels = new Map(elements(abstract, "w:lvl").map((level) => [indexOf(level), readLevel(level)]));
    const startOverrides = new Map<number, number>();
    for (const override of elements(list, "w:lvlOverride")) {
      const index = indexOf(override);
      const level = element(override, "w:lvl");
      if (level) levels.set(index, readLevel(level));
      const start = numberIn(override, "w:startOverride");
      if (start !== undefined) startOverrides.set(index, start);
    }
    return { abstractId: abstract.attributes["w:abstractNumId"] ?? "", levels, startOverrides };
  }

  /** A list may refer to a list style, which another list defines (17.9.21). */
  #abstractOf(numId: string, seen: readonly string[]): Element | undefined {
    const abstract = this.#abstracts.get(valueIn(this.#lists.get(numId), "w:abstractNumId") ?? "");
    const style = valueIn(abstract, "w:numStyleLink");
    const linked = style === undefined ? undefined : this.styles.listOf(style);
    return linked === undefined || seen.includes(linked) ? abstract : this.#abstractOf(linked, [...seen, numId]);
  }
}

const indexOf = (level: Element) => Number(level.attributes["w:ilvl"] ?? 0);

function readLevel(level: Element): Level {
  const suffix = valueIn(level, "w:suff");
  return {
    // 17.9.25: the default is 0.
    start: numberIn(level, "w:start") ?? 0,
    format: valueIn(level, "w:numFmt") ?? "decimal",
    text: valueIn(level, "w:lvlText") ?? "",
    isLegal: isOn(level, "w:isLgl"),
    restartsAfter: numberIn(level, "w:lvlRestart") ?? null,
    suffix: suffix === "space" || suffix === "nothing" ? suffix : "tab",
    styleId: valueIn(level, "w:pStyle") ?? null,
  };
}
