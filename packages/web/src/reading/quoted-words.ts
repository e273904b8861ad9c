import type { Highlight } from "../chunks/highlight.js";
import type { ReadChunk } from "./answers.js";

/** Words of a passage that an answer quotes: UTF-16 offsets in its body_text, or in body_md if that is null. */
export interface Quotation {
  readonly start: number;
  readonly end: number;
  readonly quote: string;
}

/** Quoted words as an address names them: without the text, which not every reader of the address may see. */
export interface QuotedWords {
  readonly start: number;
  readonly end: number;
  /** Of the words, because a passage may have other words there in a later version. */
  readonly sum: string;
}

/** As {@link readQuotedWords} reads it: 120-161-k3f9z1. */
export function quotedParameter(quotation: Quotation): string {
  const { start, end, sum } = quotedWords(quotation);
  return `${start}-${end}-${sum}`;
}

export function quotedWords({ start, end, quote }: Quotation): QuotedWords {
  return { start, end, sum: sumOf(quote) };
}

const PARAMETER = /^([0-9]{1,8})-([0-9]{1,8})-([0-9a-z]{1,7})$/;

/** @returns null for what is no quoted words */
export function readQuotedWords(parameter: string | null): QuotedWords | null {
  const [, start, end, sum] = PARAMETER.exec(parameter ?? "") ?? [];
  return sum === undefined ? null : { start: Number(start), end: Number(end), sum };
}

/** Where the quoted words are in what the page shows of a passage; null if the passage does not have them there. */
export function placesOfQuoted(
  { start, end, sum }: QuotedWords,
  { display: { body_text, body_md } }: Pick<ReadChunk, "display">,
): readonly Highlight[] | null {
  const counted = body_text ?? body_md ?? "";
  if (start >= end || end > counted.length || sumOf(counted.slice(start, end)) !== sum) return null;
  const place =
    body_md === null || body_text === null ? ([start, end] as const) : inMarkdown(body_text, [start, end], body_md);
  return place && [place];
}

/**
 * FNV-1a over UTF-16 units, folded to 12 bits, to the base of 36: it tells changed words from the same ones in 4,095 of
 * 4,096 cases. With more bits, a reader of an address who may not see the document could confirm a guess of its words.
 */
function sumOf(text: string): string {
  let sum = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193);
  return ((sum ^ (sum >>> 12) ^ (sum >>> 24)) & 0xfff).toString(36);
}

/** Markdown that its text does not have: signs of items, emphasis, the address of a link, an escape. */
const MARKUP = /\s|\]\([^)\s]{0,2000}\)|&#?\w{1,8};|[*_~`\\[\]<>#+-]/y;

/** The range of a list's Markdown that has a range of its text; null if they differ in more than markup. */
function inMarkdown(text: string, [start, end]: Highlight, markdown: string): Highlight | null {
  let at = 0;
  let place: Highlight | null = null;
  for (let i = 0; i < end; i += 1) {
    const sign = text[i] as string;
    if (sign.trim() === "") continue;
    const found = behindMarkup(markdown, at, sign);
    if (found === null && i >= start && !ITEM_SIGN.test(sign)) return null;
    if (found === null) continue;
    at = found + 1;
    if (i >= start) place = [place?.[0] ?? found, at];
  }
  return place;
}

/** A text may have another sign for an item than its Markdown. */
const ITEM_SIGN = /[-*+・•●]/;

/** The place of a sign that only markup is before; null if something else is there. */
function behindMarkup(markdown: string, from: number, sign: string): number | null {
  let at = from;
  while (at < markdown.length && markdown[at] !== sign) {
    MARKUP.lastIndex = at;
    if (!MARKUP.test(markdown)) return null;
    at = MARKUP.lastIndex;
  }
  return at < markdown.length ? at : null;
}
