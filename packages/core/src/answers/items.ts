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
  /** Of a row, the text above its table, which may say the unit of its numbers; otherwise "". */
  readonly above: string;
}

type Chunk = Pick<StructuredChunk, "chunk_id" | "text_type" | "display">;

/** The parts of a section's text that an answer can quote, in document order. */
export function placedUnits(chunks: readonly Chunk[]): PlacedUnit[] {
  const units: PlacedUnit[] = [];
  for (const [i, chunk] of chunks.entries()) {
    const text = shownText(chunk.display);
    const above = chunk.text_type === "table" ? (units.at(-1)?.text ?? "") : "";
    for (const unit of unitsOf(chunk))
      units.push({ ...unit, chunk_id: chunk.chunk_id, chunk: i, indent: indentAt(text, unit.start), above });
  }
  return units;
}

/** Before the text of a line: white space, and the sign of an item. The text of an item goes on as far to the right. */
const MARGIN = /^\s*(?:[-*・•]\s+)?/;

function indentAt(text: string, at: number): number {
  const from = text.lastIndexOf("\n", at - 1) + 1;
  return MARGIN.exec(text.slice(from, at))?.[0].length ?? 0;
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
