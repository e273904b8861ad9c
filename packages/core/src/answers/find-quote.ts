import { shownText } from "../chunks/display.js";
import type { StructuredChunk } from "../chunks/structured-chunk.js";
import { lengthOf } from "../text.js";
import { foldedQuote, type PlacedText } from "./placed-text.js";

export type QuotedChunk = Pick<StructuredChunk, "chunk_id" | "text_type" | "display">;

/** Where a quote is: UTF-16 offsets in the chunk's display.body_text, or in display.body_md where that is null. */
export interface QuotePlace {
  readonly chunk_id: string;
  readonly start: number;
  readonly end: number;
}

/** The least length of a quote that is not a whole row of a table, in characters after folding. */
export const QUOTE_MIN = 8;

/** How many places of one quote are looked at: each is compared with the sentence. */
const PLACES_MAX = 4;

/**
 * The first places of a quote inside the chunks, in their order. Half and full width, white space and the bars of a
 * table's rows are alike; case is not. Neither end of it is inside a character or a number.
 */
export function findQuotes(quote: string, chunks: readonly QuotedChunk[]): readonly QuotePlace[] {
  const wanted = foldedQuote(quote).text.trim();
  if (wanted === "") return [];
  const found: QuotePlace[] = [];
  const isShort = lengthOf(wanted) < QUOTE_MIN;
  const borders = bordersOf(wanted);
  for (const { chunk_id, text_type, display } of chunks) {
    if (isShort && text_type !== "table") continue;
    const body = shownText(display);
    const folded = foldedQuote(body);
    for (const from of placesOf(wanted, borders, folded.text)) {
      const to = from + wanted.length;
      if (!isWhole(folded, body, from, to) || (isShort && !isRow(folded, body, from, to))) continue;
      found.push({ chunk_id, start: folded.startOf(from), end: folded.endOf(to - 1) });
      if (found.length === PLACES_MAX) return found;
    }
  }
  return found;
}

const MARK = /^\p{M}/u;

/** Whether no character and no number goes over one of the ends. */
function isWhole(folded: PlacedText, body: string, from: number, to: number): boolean {
  const { text } = folded;
  if (!folded.isBorder(from) || (to < text.length && !folded.isBorder(to))) return false;
  if (MARK.test(body.slice(folded.startOf(from), folded.startOf(from) + 2))) return false;
  return !isInNumber(text, from) && !isInNumber(text, to);
}

const NUMERAL = "\\p{Nd}〇零一二三四五六七八九十百千万億兆";
const NUMERAL_BEFORE = new RegExp(`[${NUMERAL}]$`, "u");
const NUMERAL_BEHIND = new RegExp(`^[${NUMERAL}]`, "u");
const DIGIT_BEFORE = /\p{Nd}$/u;
const DIGIT_BEHIND = /^\p{Nd}/u;
const SIGN_BEFORE = /\p{Nd}[,.]$/u;
const SIGN_BEHIND = /^[,.]\p{Nd}/u;

/** Whether the characters around a place of a folded text are of one number. */
function isInNumber(text: string, at: number): boolean {
  const [before, behind] = [text.slice(Math.max(0, at - 3), at), text.slice(at, at + 3)];
  return (
    (NUMERAL_BEFORE.test(before) && NUMERAL_BEHIND.test(behind)) ||
    (DIGIT_BEFORE.test(before) && SIGN_BEHIND.test(behind)) ||
    (SIGN_BEFORE.test(before) && DIGIT_BEHIND.test(behind))
  );
}

/** Whether only white space and bars are before and behind it in its line. */
function isRow(folded: PlacedText, body: string, from: number, to: number): boolean {
  const isLineBreak = (unit: number) =>
    folded.text[unit] === " " && body.slice(folded.startOf(unit), folded.endOf(unit)).includes("\n");
  const isEdge = (unit: number) => folded.text[unit] === " ";
  const begins = from === 0 || isLineBreak(from - 1) || (from === 1 && isEdge(0));
  const last = folded.text.length - 1;
  const ends = to > last || isLineBreak(to) || (to === last && isEdge(last));
  return begins && ends;
}

/** The length of the longest beginning of the wanted text that also ends at each of its units (Knuth, Morris, Pratt). */
function bordersOf(wanted: string): Uint32Array {
  const borders = new Uint32Array(wanted.length);
  let length = 0;
  for (let i = 1; i < wanted.length; i += 1) {
    while (length > 0 && wanted[i] !== wanted[length]) length = borders[length - 1] as number;
    if (wanted[i] === wanted[length]) length += 1;
    borders[i] = length;
  }
  return borders;
}

/** Every place of the wanted text, in a time that grows with the length of both. */
function* placesOf(wanted: string, borders: Uint32Array, text: string): Generator<number> {
  let length = 0;
  for (let i = 0; i < text.length; i += 1) {
    while (length > 0 && text[i] !== wanted[length]) length = borders[length - 1] as number;
    if (text[i] === wanted[length]) length += 1;
    if (length < wanted.length) continue;
    yield i + 1 - length;
    length = borders[length - 1] as number;
  }
}
