import { shownText } from "../chunks/display.js";
import type { StructuredChunk } from "../chunks/structured-chunk.js";
import { announcesItems } from "../search/text/words.js";
import { type Unit, unitsOf } from "./units.js";

/** A part of a section's text with its place. */
export interface PlacedUnit extends Unit {
  readonly chunk_id: string;
  /** The place of its chunk in the section. */
  readonly chunk: number;
  /** How far its line begins behind the margin. */
  readonly indent: number;
  /**
   * What it speaks of: of a row the text above its table, which may say the unit of its numbers; of a sentence about
   * the paragraph before (前項の休暇は、有給とする) that paragraph with its items; otherwise "".
   */
  readonly above: string;
}

type Chunk = Pick<StructuredChunk, "chunk_id" | "text_type" | "display">;

/** The parts of a section's text that an answer can quote, in document order. */
export function placedUnits(chunks: readonly Chunk[]): PlacedUnit[] {
  const units: PlacedUnit[] = [];
  /** Where paragraphs begin. */
  const starts: { readonly at: number; readonly indent: number }[] = [];
  for (const [i, chunk] of chunks.entries()) {
    const text = shownText(chunk.display);
    const isTable = chunk.text_type === "table";
    const lead = units.at(-1)?.text ?? "";
    for (const unit of unitsOf(chunk)) {
      const { indent, isFirst } = lineAt(text, unit.start);
      const speaksOfBefore = !isTable && isFirst && SPEAKS_OF_BEFORE.test(unit.text);
      const before = speaksOfBefore ? starts.findLast((start) => start.indent <= indent) : undefined;
      const above = isTable ? lead : before ? textOf(units.slice(before.at)) : "";
      if (!isTable && isFirst && !DEEPER.test(unit.text)) starts.push({ at: units.length, indent });
      units.push({ ...unit, chunk_id: chunk.chunk_id, chunk: i, indent, above });
    }
  }
  return units;
}

/** An item of a text without margins. */
const DEEPER = /^(?:[①-⑳]|[(（][^)）]{1,3}[)）]|[ア-ン][ 　.．])/;
/** A sentence about the paragraph before. */
const SPEAKS_OF_BEFORE = /^(?:[0-9０-９]{1,2}[.．　 ]\s*)?[^。、]{0,12}(?:前項|前[二三2３２]項|前各項|同項)/;
/** Characters. */
const BEFORE_MAX = 600;

const textOf = (units: readonly Unit[]) =>
  units
    .map(({ text }) => text)
    .join("\n")
    .slice(0, BEFORE_MAX);

/** Before the text of a line: white space, and the sign of an item. The text of an item goes on as far to the right. */
const MARGIN = /^\s*(?:[-*・•]\s+)?/;

function lineAt(text: string, at: number): { readonly indent: number; readonly isFirst: boolean } {
  const from = text.lastIndexOf("\n", at - 1) + 1;
  const indent = MARGIN.exec(text.slice(from, at))?.[0].length ?? 0;
  return { indent, isFirst: from + indent === at };
}

/** A sentence that its items end: "You may work from". */
const UNENDED = /\p{Ll}$/u;

/**
 * The items or rows that a sentence announces: the lines below it that begin further right, or the list or table that
 * follows its text.
 */
export function itemsBelow(units: readonly PlacedUnit[], at: number): readonly PlacedUnit[] {
  const lead = units[at] as PlacedUnit;
  const next = units[at + 1];
  if (lead.cells !== null || next === undefined) return [];
  if (!announcesItems(lead.text) && !(next.chunk === lead.chunk && UNENDED.test(lead.text))) return [];
  const isBelow =
    next.chunk === lead.chunk
      ? (unit: PlacedUnit) => unit.chunk === lead.chunk && unit.indent > lead.indent
      : (unit: PlacedUnit) => unit.chunk === next.chunk && unit.chunk === lead.chunk + 1 && isItemOf(unit, next);
  let end = at + 1;
  for (let unit = units[end]; unit !== undefined && isBelow(unit); unit = units[end]) end += 1;
  return units.slice(at + 1, end);
}

/** Of a list, the lines that do not go back to the left; of a table, its rows. */
const isItemOf = (unit: PlacedUnit, first: PlacedUnit) =>
  first.cells === null ? unit.cells === null && unit.indent >= first.indent : unit.cells !== null;

/** How much further right an item of an item begins; the first line of a paragraph may have one space. */
const NESTED_FROM = 2;

/**
 * Parts of a section in order, each with the number of those before it that it is below: an item of an item is on level
 * 2, if both are there.
 */
export function levelled<Part extends Pick<PlacedUnit, "chunk" | "indent" | "cells" | "text">>(
  parts: readonly Part[],
): (Part & { readonly level: number })[] {
  let above: Part[] = [];
  /** How many of them announce the whole chunk. */
  let announcing = 0;
  return parts.map((part, i) => {
    const before = parts[i - 1];
    if (before?.chunk !== part.chunk) {
      const isBelow = before?.chunk === part.chunk - 1 && before.cells === null && announcesItems(before.text);
      if (!isBelow) above = [];
      announcing = above.length;
    }
    while (above.length > announcing && (above.at(-1) as Part).indent > part.indent - NESTED_FROM) above.pop();
    const level = above.length;
    above.push(part);
    return { ...part, level };
  });
}
