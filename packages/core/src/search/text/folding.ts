import { isSurrogate, onCharacter, widthAt } from "./characters.js";

/** A part of a text whose form has another length, in UTF-16 offsets, the ends exclusive: ㍻ is 平成. */
interface Piece {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

/** A text as search compares it, with the place of each UTF-16 unit in the source, so that matches can be marked there. */
export class FoldedText {
  constructor(
    /** The same as {@link fold} makes. */
    readonly text: string,
    /** In order; between them each unit has one unit as its form. */
    private readonly pieces: readonly Piece[],
  ) {}

  /** Where the character of this unit begins in the source. */
  startOf(unit: number): number {
    const before = this.#lastBefore(unit);
    if (before === undefined) return unit;
    return unit < before.to ? before.start : before.end + unit - before.to;
  }

  /** Where that character ends there, exclusive. */
  endOf(unit: number): number {
    const before = this.#lastBefore(unit);
    if (before === undefined) return unit + 1;
    return unit < before.to ? before.end : before.end + unit - before.to + 1;
  }

  #lastBefore(unit: number): Piece | undefined {
    let low = 0;
    let high = this.pieces.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.pieces[middle] as Piece).from <= unit) low = middle + 1;
      else high = middle;
    }
    return this.pieces[low - 1];
  }
}

// Characters that join the one before them under NFKC: marks, the voiced marks of half-width katakana, Hangul vowels
// and finals.
const JOINS = /^[\p{M}\uFF9E\uFF9F\u1160-\u11FF]$/u;
/** Unicode's limit for streams: the time to order marks grows with the square of their number. */
const PIECE_MAX = 32;

/**
 * What NFKC makes of a whole text and not of its pieces: the order of more marks than a piece has, and letters of
 * Hangul from old codes, which search does not join to a syllable.
 */
const BEYOND_PIECES = /[\p{M}\uFF9E\uFF9F]{15}|[\u3131-\u318E\uFFA1-\uFFDC]/u;

/**
 * A text as search compares it: half and full width, capitals, hiragana and katakana are alike. The runtime's own
 * functions fold several times as fast as {@link foldWithMap}, and to the same text.
 */
export const fold = (text: string) => (BEYOND_PIECES.test(text) ? foldWithMap(text).text : foldPiece(text));

/** Folds a name, or the beginning of a name that was typed, to one line. */
export const foldLine = (text: string) => fold(text).replace(/\s+/gu, " ").trim();

// Whether a capital sigma ends its word, the runtime decides by the letters around it.
const foldPiece = (text: string) => foldKana(text.normalize("NFKC").replaceAll("Σ", "σ").toLowerCase());

const foldKana = (text: string) =>
  text.replace(/[ヵヶゕゖ]/g, "か").replace(/[ァ-ヴ]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0x60));

/** In place of a form: the unit joins the character before it, or its form has several units. */
const JOINING = 0xfffe;
const SEVERAL = 0xffff;

/** The form of each UTF-16 unit; 0: not looked up yet. */
const forms = new Uint16Array(0x10000);

function formOf(code: number): number {
  if (forms[code] === 0) forms[code] = findForm(String.fromCharCode(code), code);
  return forms[code] as number;
}

function findForm(character: string, code: number): number {
  if (JOINS.test(character)) return JOINING;
  const form = foldPiece(character);
  return form.length === 1 && code < JOINING && !isSurrogate(code) ? form.charCodeAt(0) : SEVERAL;
}

/** Folds like {@link fold}, piece by piece, and keeps the places. */
export function foldWithMap(source: string): FoldedText {
  let text = "";
  const pieces: Piece[] = [];
  /** Where the part of the source begins that is not in `text` yet, because it is its own form. */
  let same = 0;
  for (let start = 0; start < source.length; ) {
    const code = source.charCodeAt(start);
    const form = formOf(code);
    const isAlone = form < JOINING && (start + 1 === source.length || !joins(source, start + 1));
    if (isAlone && form === code) {
      start += 1;
      continue;
    }
    const end = isAlone ? start + 1 : pieceEnd(source, start);
    text += source.slice(same, start);
    if (isAlone) text += String.fromCharCode(form);
    else {
      const from = text.length;
      text += foldPiece(source.slice(start, end));
      pieces.push({ from, to: text.length, start, end });
    }
    start = end;
    same = end;
  }
  return new FoldedText(text + source.slice(same), pieces);
}

/** The end of the character at `start` with those that join it. */
function pieceEnd(source: string, start: number): number {
  let end = start + widthAt(source, start);
  while (end < source.length && end - start < PIECE_MAX && joins(source, end)) end += widthAt(source, end);
  return end;
}

function joins(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (!isSurrogate(code)) return formOf(code) === JOINING;
  return JOINS.test(String.fromCodePoint(text.codePointAt(index) as number));
}

/** The precision with which the end of a beginning is found, in UTF-16 units. */
const STEP = 10;

/**
 * The beginning of a text from which search makes at most `max` characters, found without making them. Their number
 * decides the amount of work, not the length of the text: one U+FDFA becomes 18.
 *
 * @returns the beginning, and how many characters search makes of it, or it has if these are more
 */
export function beginningOf(text: string, max: number): { readonly text: string; readonly size: number } {
  let size = 0;
  for (let end = 0; end < text.length; end += STEP) {
    const piece = text.slice(end, end + STEP);
    const more = isOneForOne(piece) ? piece.length : Math.max(piece.length, piece.normalize("NFKC").length);
    if (size + more > max) return { text: text.slice(0, onCharacter(text, end)), size };
    size += more;
  }
  return { text, size };
}

/** Whether each unit becomes one, so that the text does not have to be made. */
function isOneForOne(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) if (formOf(text.charCodeAt(i)) >= JOINING) return false;
  return true;
}
