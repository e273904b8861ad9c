import { type CharacterClass, classAt, classOf, firstSign, widthAt } from "./characters.js";
import { type FoldedText, foldWithMap } from "./folding.js";

/** Raised with every change to the terms of a text: an index made by another version must be rebuilt. */
export const TERMS_VERSION = 4;

/** Longer words are compared by their first characters. */
const WORD_MAX = 100;

/** What search compares: one term of a text, with its place in the source. */
export interface Term {
  readonly text: string;
  /** UTF-16 offsets in the source. */
  readonly start: number;
  readonly end: number;
}

/**
 * The terms of a text: the one tokeniser, for the index and for queries.
 *
 * Runs of Japanese, Chinese and Korean become overlapping pairs of characters, so that a word is found inside a
 * sentence without spaces: 特許庁 is 特許, 許庁 and, at the end of its run, 庁. So every character begins exactly one term, and
 * a query of one character asks for the terms that begin with it. Other words stay whole, with English plurals in the
 * singular and numbers without thousands separators.
 */
export function termsOf(text: string): Term[] {
  const folded = foldWithMap(text);
  const terms: Term[] = [];
  forEachTerm(folded, (from, to) => {
    terms.push({ text: termAt(folded, from, to), start: folded.startOf(from), end: folded.endOf(to - 1) });
  });
  return terms;
}

/** The text of a term. */
export function termAt({ text }: FoldedText, from: number, to: number): string {
  const term = text.slice(from, to);
  return to - from > 2 ? wordStem(term.includes(",") ? term.replaceAll(",", "") : term) : term;
}

/**
 * Makes an English plural singular (employees, policies, taxes), and nothing more: a stemmer that also removes endings
 * like -ing and -ed joins words of different meaning. Words of other scripts do not change.
 */
function wordStem(word: string): string {
  if (word.length < 4 || !word.endsWith("s") || !/^[a-z]+$/.test(word)) return word;
  if (/[^ae]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh|zz)es$/.test(word)) return word.slice(0, -2);
  return /[us]s$/.test(word) ? word : word.slice(0, -1);
}

/**
 * The places of the terms of {@link termsOf}, which takes longer.
 *
 * @param take gets the UTF-16 units of the folded text, the end exclusive
 */
export function forEachTerm({ text }: FoldedText, take: (from: number, to: number) => void): void {
  for (let from = 0, to = 0; from < text.length; from = to) {
    const kind = classAt(text, from);
    to = runEnd(text, from, kind);
    if (kind === "unspaced") {
      for (let sign = from, next = 0; sign < to; sign = next) {
        next = sign + widthAt(text, sign);
        take(sign, next < to ? next + widthAt(text, next) : next);
      }
    } else if (kind !== "other") take(from, wordEnd(text, from, to));
  }
}

/** The end of a word's first {@link WORD_MAX} characters. */
function wordEnd(text: string, from: number, to: number): number {
  if (to - from <= WORD_MAX) return to;
  let end = from;
  for (let characters = 0; characters < WORD_MAX && end < to; characters += 1) end += widthAt(text, end);
  return end;
}

/** Letters and digits make one word (A4, covid19); characters without spaces a run; all others separate. */
function runEnd(text: string, from: number, kind: CharacterClass): number {
  let to = from + widthAt(text, from);
  if (kind === "other") return to;
  for (; to < text.length; to += widthAt(text, to)) {
    const next = classAt(text, to);
    const goesOn = kind === "unspaced" ? next === kind : next === "letter" || next === "digit";
    if (!goesOn && !(kind !== "unspaced" && isInsideNumber(text, to))) break;
  }
  return to;
}

const BEFORE = /\p{Nd}$/u;
const DECIMALS = /^\.\p{Nd}/u;
const THOUSANDS = /^,\p{Nd}{3}(?!\p{Nd})/u;
/** The longest of them, in UTF-16 units. */
const NUMBER_SIGNS = 9;

/** The comma of 12,000 and the point of 3.5. */
function isInsideNumber(text: string, index: number): boolean {
  const sign = text[index];
  if (sign !== "," && sign !== ".") return false;
  if (!BEFORE.test(text.slice(Math.max(0, index - 2), index))) return false;
  return (sign === "." ? DECIMALS : THOUSANDS).test(text.slice(index, index + NUMBER_SIGNS));
}

/** The index has the last sign of a run for questions of one sign; a longer run asks for it in a pair. */
export function withoutRunEnds(terms: readonly Term[]): Term[] {
  return terms.filter(({ text, end }, i) => terms[i - 1]?.end !== end || !isOneSign(text));
}

/** Whether a term is one character of a text without spaces. */
export function isOneSign(term: string): boolean {
  const sign = firstSign(term);
  return sign === term && classOf(sign) === "unspaced";
}
