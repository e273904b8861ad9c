/** A part of a text that search compares in a form of another length, in UTF-16 offsets, the ends exclusive: ㍻ is 平成. */
interface Folded {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

/**
 * A text as search compares it: half and full width, capitals, hiragana and katakana are alike. Each UTF-16 unit has
 * its place in the source, so that matches can be marked there.
 */
export class SearchText {
  constructor(
    /** After NFKC, in lower case, katakana as hiragana. */
    readonly text: string,
    /** In order; between them each unit has one unit as its form. */
    private readonly others: readonly Folded[],
  ) {}

  /** Where the character of this unit begins in the source. */
  startOf(unit: number): number {
    const before = this.#lastBefore(unit);
    if (before === undefined) return unit;
    return unit < before.to ? before.start : before.end + unit - before.to;
  }

  /** Where it ends there, exclusive. */
  endOf(unit: number): number {
    const before = this.#lastBefore(unit);
    if (before === undefined) return unit + 1;
    return unit < before.to ? before.end : before.end + unit - before.to + 1;
  }

  #lastBefore(unit: number): Folded | undefined {
    let low = 0;
    let high = this.others.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.others[middle] as Folded).from <= unit) low = middle + 1;
      else high = middle;
    }
    return this.others[low - 1];
  }
}

// Characters that join the one before them under NFKC: marks, the voiced marks of half-width katakana, Hangul vowels
// and finals.
const JOINS = /^[\p{M}\uFF9E\uFF9F\u1160-\u11FF]$/u;

/** Unicode's limit for streams: the time to order marks grows with the square of their number. */
const PIECE_MAX = 32;

export function searchText(source: string): SearchText {
  let text = "";
  const others: Folded[] = [];
  /** Where the part of the source begins that is not in `text` yet, because it is its own form. */
  let same = 0;
  for (let start = 0; start < source.length; ) {
    while (start + 1 < source.length && isPlain(source.charCodeAt(start)) && isPlain(source.charCodeAt(start + 1)))
      start += 1;
    const code = source.charCodeAt(start);
    const isAlone = !isSurrogate(code) && (start + 1 === source.length || !joins(source, start + 1));
    const unit = isAlone ? foldedUnit(code) : SEVERAL;
    if (unit === code) {
      start += 1;
      continue;
    }
    const end = isAlone ? start + 1 : pieceEnd(source, start);
    text += source.slice(same, start);
    if (unit === SEVERAL) {
      const folded = foldedKana(source.slice(start, end).normalize("NFKC").toLowerCase());
      others.push({ from: text.length, to: text.length + folded.length, start, end });
      text += folded;
    } else text += String.fromCharCode(unit);
    start = end;
    same = end;
  }
  return new SearchText(text + source.slice(same), others);
}

/** The end of the character at `start` with those that join it. */
function pieceEnd(source: string, start: number): number {
  let end = start + widthAt(source, start);
  while (end < source.length && end - start < PIECE_MAX && joins(source, end)) end += widthAt(source, end);
  return end;
}

const isSurrogate = (code: number) => code >= 0xd800 && code <= 0xdfff;

/** How many UTF-16 units the character at the index has. */
export const widthAt = (text: string, index: number) =>
  isSurrogate(text.charCodeAt(index)) && (text.codePointAt(index) as number) > 0xffff ? 2 : 1;

/** In place of one unit, where a character becomes several. */
const SEVERAL = 0xffff;

/** What each unit becomes that joins no other; 0: not asked yet. */
const foldedUnits = new Uint16Array(0x10000);

function foldedUnit(code: number): number {
  if (foldedUnits[code] === 0) {
    const folded = String.fromCharCode(code).normalize("NFKC").toLowerCase();
    foldedUnits[code] = folded.length === 1 && code < SEVERAL ? kanaFolded(folded.charCodeAt(0)) : SEVERAL;
  }
  return foldedUnits[code] as number;
}

/** What search makes of a UTF-16 unit: its own form, another unit, a part of the character before it, or several units. */
const KIND = { plain: 1, other: 2, joins: 3, several: 4 } as const;

/** The kind of each unit; 0: not asked yet. */
const kinds = new Uint8Array(0x10000);

function kindOf(code: number): number {
  if (kinds[code] === 0) kinds[code] = findKind(code);
  return kinds[code] as number;
}

function findKind(code: number): number {
  if (isSurrogate(code)) return KIND.several;
  if (JOINS.test(String.fromCharCode(code))) return KIND.joins;
  const folded = foldedUnit(code);
  return folded === SEVERAL ? KIND.several : folded === code ? KIND.plain : KIND.other;
}

const isPlain = (code: number) => kindOf(code) === KIND.plain;

function joins(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (!isSurrogate(code)) return kindOf(code) === KIND.joins;
  return JOINS.test(String.fromCodePoint(text.codePointAt(index) as number));
}

const KATAKANA_TO_HIRAGANA = 0x60;

function kanaFolded(code: number): number {
  if (code === 0x30f5 || code === 0x30f6 || code === 0x3095 || code === 0x3096) return 0x304b; // 一ヶ月, 一ヵ月, 一か月
  return code >= 0x30a1 && code <= 0x30f4 ? code - KATAKANA_TO_HIRAGANA : code;
}

/** A text whose characters are all folded as `searchText` folds kana. */
export function foldedKana(text: string): string {
  return text.replace(/[\u30a1-\u30f6\u3095\u3096]+/g, (run) => {
    let folded = "";
    for (let i = 0; i < run.length; i += 1) folded += String.fromCharCode(kanaFolded(run.charCodeAt(i)));
    return folded;
  });
}

/**
 * Folds like `searchText`, but with the runtime's own functions, which are fast and keep no positions; the commas
 * of numbers are left out.
 */
export const foldedByRuntime = (text: string) => foldedKana(text.normalize("NFKC").toLowerCase().replaceAll(",", ""));

/** The precision with which the end of a beginning is found. */
const STEP = 50;

/** The beginning of a text, with the number of characters that search makes of it, or that it has if these are more. */
interface Beginning {
  readonly text: string;
  readonly folded: number;
}

/**
 * The beginning of a text from which search makes at most `max` characters, found without making them. Their number
 * decides the amount of work, not the length of the text: one U+FDFA becomes 18.
 */
export function beginningOf(text: string, max: number): Beginning {
  let folded = 0;
  for (let end = 0; end < text.length; end += STEP) {
    const piece = text.slice(end, end + STEP);
    const more = isOneForOne(piece) ? piece.length : Math.max(piece.length, piece.normalize("NFKC").length);
    if (folded + more > max) return { text: text.slice(0, onCharacter(text, end)), folded };
    folded += more;
  }
  return { text, folded };
}

/** Whether each unit becomes one, so that the text does not have to be made. */
function isOneForOne(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) if (kindOf(text.charCodeAt(i)) > KIND.other) return false;
  return true;
}

/** Never between the two halves of a character. */
export function onCharacter(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}

/** Japanese, Chinese and Korean characters, which are written without spaces between words. */
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}ー々〆〇]$/u;
const WORD = /^[\p{L}\p{N}\p{M}]$/u;
const DIGIT = /^\p{Nd}$/u;

export type CharacterClass = "unspaced" | "digit" | "letter" | "other";

const CLASSES: readonly CharacterClass[] = ["unspaced", "digit", "letter", "other"];

function classNumber(code: number): number {
  const character = String.fromCodePoint(code);
  if (UNSPACED.test(character)) return 0;
  if (DIGIT.test(character)) return 1;
  return WORD.test(character) ? 2 : 3;
}

/** One more than the number of the class of each UTF-16 unit; 0: not asked yet. */
const classNumbers = new Uint8Array(0x10000);

/** The class of the character that begins at the index, of a folded text. */
export function classAt(text: string, index: number): CharacterClass {
  const unit = text.charCodeAt(index);
  if (isSurrogate(unit)) return CLASSES[classNumber(text.codePointAt(index) as number)] as CharacterClass;
  if (classNumbers[unit] === 0) classNumbers[unit] = classNumber(unit) + 1;
  return CLASSES[(classNumbers[unit] as number) - 1] as CharacterClass;
}

export const classOf = (character: string): CharacterClass => classAt(character, 0);

const KANJI = /^\p{Unified_Ideograph}$/u;

/** Whether a folded character is a kanji: each is a term of the index, beside the pairs that it is in. */
export function isKanji(character: string): boolean {
  const code = character.charCodeAt(0);
  if (code >= 0x4e00 && code <= 0x9fff) return character.length === 1;
  return code >= 0x3400 && KANJI.test(character);
}
