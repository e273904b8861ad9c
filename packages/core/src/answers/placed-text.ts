import { widthAt } from "../search/characters.js";

/** A part of a placed text, in its UTF-16 units, and what stands in its place. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A text made from another one. Each of its UTF-16 units has the part of the source that it was made from. */
export class PlacedText {
  constructor(
    readonly text: string,
    private readonly starts: readonly number[],
    private readonly ends: readonly number[],
  ) {}

  /** Where the part of the source begins that this unit was made from. */
  startOf(unit: number): number {
    return this.starts[unit] as number;
  }

  /** Where it ends, exclusive. */
  endOf(unit: number): number {
    return this.ends[unit] as number;
  }

  /** Whether this unit is not made from the same part as the one before it. */
  isBorder(unit: number): boolean {
    return unit === 0 || this.starts[unit] !== this.starts[unit - 1];
  }

  /** @param replacements in order, without overlap, none of them empty in this text */
  replaced(replacements: readonly Replacement[]): PlacedText {
    const made = new Builder();
    let from = 0;
    const copyTo = (to: number) => {
      for (; from < to; from += 1) made.add(this.text[from] as string, this.startOf(from), this.endOf(from));
    };
    for (const { start, end, text } of replacements) {
      copyTo(start);
      made.add(text, this.startOf(start), this.endOf(end - 1));
      from = end;
    }
    copyTo(this.text.length);
    return made.built();
  }
}

class Builder {
  #text = "";
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  add(text: string, start: number, end: number): void {
    this.#text += text;
    for (let i = 0; i < text.length; i += 1) {
      this.#starts.push(start);
      this.#ends.push(end);
    }
  }

  built(): PlacedText {
    return new PlacedText(this.#text, this.#starts, this.#ends);
  }
}

/** White space and the bars of a Markdown table. */
const SPACES = /[\s|｜]+/y;

/** A text after NFKC, without invisible characters; each run of white space and table bars is one space. Case stays. */
export const foldedQuote = (source: string) => folded(source, compatible, SPACES);

/** A text after NFKC, without invisible characters, each digit as 0 to 9. A sign like ① is no digit and stays. */
export const foldedNumbers = (source: string) => folded(source, compatibleNumber, null);

function folded(source: string, fold: (piece: string) => string, spaces: RegExp | null): PlacedText {
  const made = new Builder();
  for (let start = 0; start < source.length; ) {
    const end = spaces === null ? start : runEnd(source, start, spaces);
    if (end > start) {
      made.add(" ", start, end);
      start = end;
      continue;
    }
    const next = pieceEnd(source, start);
    const piece = source.slice(start, next);
    made.add(next === start + 1 && isOwnForm(source.charCodeAt(start)) ? piece : fold(piece), start, next);
    start = next;
  }
  return made.built();
}

function runEnd(source: string, start: number, run: RegExp): number {
  run.lastIndex = start;
  return run.test(source) ? run.lastIndex : start;
}

/** A reader does not see these: 5<U+200B>000 looks like 5000. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const NUMBER_SIGN = /\p{No}/u;
const OTHER_DIGITS = /(?![0-9])\p{Nd}/gu;
const DIGIT = /^\p{Nd}$/u;

const compatible = (piece: string) => piece.normalize("NFKC").replace(INVISIBLE, "");

function compatibleNumber(piece: string): string {
  return NUMBER_SIGN.test(piece) ? piece : compatible(piece).replace(OTHER_DIGITS, digitValue);
}

/** The digits of each script are ten characters in a row, from 0 to 9. */
function digitValue(digit: string): string {
  const code = digit.codePointAt(0) as number;
  let value = 0;
  while (value < 9 && DIGIT.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/** ASCII, hiragana and the usual kanji, which no folding changes. */
const isOwnForm = (code: number) =>
  code < 0x80 || (code >= 0x4e00 && code <= 0x9fff) || (code >= 0x3041 && code <= 0x3096);

// Marks, the voiced marks of half-width katakana, and what is invisible.
const JOINS = /^[\p{M}\uFF9E\uFF9F\p{Default_Ignorable_Code_Point}]$/u;
const HANGUL = /^[\u1100-\u11FF\uAC00-\uD7A3]$/;
const HANGUL_JOINS = /^[\u1160-\u11FF]$/;
const PICTOGRAPH = /^\p{Extended_Pictographic}$/u;
const JOINER = "\u200d";
/** Unicode's limit for streams: the time to order marks grows with the square of their number. */
const PIECE_MAX = 32;

/** The end of the character at `start` with those that join it. */
function pieceEnd(source: string, start: number): number {
  let end = start + widthAt(source, start);
  while (end < source.length && end - start < PIECE_MAX && joins(source, end)) end += widthAt(source, end);
  return end;
}

function joins(source: string, at: number): boolean {
  const code = source.charCodeAt(at);
  if (isOwnForm(code)) return false;
  const character = String.fromCodePoint(source.codePointAt(at) as number);
  const before = source[at - 1] as string;
  return (
    JOINS.test(character) ||
    (HANGUL_JOINS.test(character) && HANGUL.test(before)) ||
    (before === JOINER && PICTOGRAPH.test(character))
  );
}
