/** One character as search compares it, and its position in the original text. */
export interface SearchCharacter {
  /** After NFKC, in lower case, katakana as hiragana. */
  readonly character: string;
  /** UTF-16 offsets in the source; several characters may share them: ㍻ is 平成. */
  readonly start: number;
  readonly end: number;
}

// Characters that join the one before them under NFKC: marks, the voiced marks of half-width katakana, Hangul vowels
// and finals.
const JOINS = /^[\p{M}\uFF9E\uFF9F\u1160-\u11FF]$/u;

/** Unicode's limit for streams: the time to order marks grows with the square of their number. */
const PIECE_MAX = 32;

/**
 * A text as search compares it: half and full width, capitals, hiragana and katakana are alike. Each character keeps
 * its position in the source, so that matches can be marked there.
 */
export function searchCharacters(text: string): SearchCharacter[] {
  const characters: SearchCharacter[] = [];
  for (let start = 0; start < text.length; ) {
    let end = start + widthAt(text, start);
    while (end < text.length && end - start < PIECE_MAX && joins(text, end)) end += widthAt(text, end);
    const piece = text.slice(start, end);
    const folded = isPlain(piece) ? piece : piece.normalize("NFKC").toLowerCase();
    for (const character of folded) characters.push({ character: kanaFolded(character), start, end });
    start = end;
  }
  return characters;
}

const widthAt = (text: string, index: number) => ((text.codePointAt(index) as number) > 0xffff ? 2 : 1);

function joins(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  // No character before the first combining mark joins another, nor do kana and the common ideographs.
  if (code < 0x300 || (code >= 0x309b && code < 0xa66f && code !== 0x302a)) return false;
  return JOINS.test(String.fromCodePoint(text.codePointAt(index) as number));
}

/** Lower-case ASCII, hiragana, katakana and the unified ideographs are their own normal form. */
function isPlain(piece: string): boolean {
  if (piece.length > 1) return false;
  const code = piece.charCodeAt(0);
  return (
    (code < 0x80 && (code < 0x41 || code > 0x5a)) ||
    (code >= 0x3041 && code <= 0x3096) ||
    (code >= 0x30a1 && code <= 0x30fe) ||
    (code >= 0x4e00 && code <= 0x9fff)
  );
}

const KATAKANA_TO_HIRAGANA = 0x60;

function kanaFolded(character: string): string {
  const code = character.charCodeAt(0);
  if (code === 0x30f5 || code === 0x30f6 || code === 0x3095 || code === 0x3096) return "か"; // 一ヶ月, 一ヵ月, 一か月
  return code >= 0x30a1 && code <= 0x30f4 ? String.fromCharCode(code - KATAKANA_TO_HIRAGANA) : character;
}

/** A text whose characters are all folded as `searchCharacters` folds kana. */
export function foldedKana(text: string): string {
  return text.replace(/[\u30a1-\u30f6\u3095\u3096]+/g, (run) => {
    let folded = "";
    for (const character of run) folded += kanaFolded(character);
    return folded;
  });
}

/**
 * Folds like `searchCharacters`, but with the runtime's own functions, which are fast and keep no positions; the commas
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
    const more = Math.max(piece.length, piece.normalize("NFKC").length);
    if (folded + more > max) return { text: text.slice(0, onCharacter(text, end)), folded };
    folded += more;
  }
  return { text, folded };
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

const classes = new Map<string, CharacterClass>();

export function classOf(character: string): CharacterClass {
  const known = classes.get(character);
  if (known) return known;
  const made = classify(character);
  // Bounded by Unicode itself.
  classes.set(character, made);
  return made;
}

function classify(character: string): CharacterClass {
  if (UNSPACED.test(character)) return "unspaced";
  if (DIGIT.test(character)) return "digit";
  return WORD.test(character) ? "letter" : "other";
}

const KANJI = /^\p{Unified_Ideograph}$/u;

/** Whether a folded character is a kanji: each is a term of the index, beside the pairs that it is in. */
export function isKanji(character: string): boolean {
  const code = character.charCodeAt(0);
  if (code >= 0x4e00 && code <= 0x9fff) return character.length === 1;
  return code >= 0x3400 && KANJI.test(character);
}
