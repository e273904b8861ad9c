export const isSurrogate = (code: number) => code >= 0xd800 && code <= 0xdfff;

/** How many UTF-16 units the character at the index has. */
export const widthAt = (text: string, index: number) =>
  isSurrogate(text.charCodeAt(index)) && (text.codePointAt(index) as number) > 0xffff ? 2 : 1;

/** Never between the two halves of a character. */
export function onCharacter(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}

export const firstSign = (text: string) => String.fromCodePoint(text.codePointAt(0) as number);

/** Japanese, Chinese and Korean characters, which are written without spaces between words. */
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}ー々〆〇]$/u;
const WORD = /^[\p{L}\p{N}\p{M}]$/u;
const DIGIT = /^\p{Nd}$/u;

export type CharacterClass = "unspaced" | "digit" | "letter" | "other";

function findClass(character: string): CharacterClass {
  if (UNSPACED.test(character)) return "unspaced";
  if (DIGIT.test(character)) return "digit";
  return WORD.test(character) ? "letter" : "other";
}

/** Of each UTF-16 unit that was looked up. */
const classes = new Array<CharacterClass | undefined>(0x10000);

/** The class of the character that begins at the index, of a folded text. */
export function classAt(text: string, index: number): CharacterClass {
  const unit = text.charCodeAt(index);
  if (isSurrogate(unit)) return findClass(String.fromCodePoint(text.codePointAt(index) as number));
  classes[unit] ??= findClass(text.charAt(index));
  return classes[unit];
}

export const classOf = (character: string): CharacterClass => classAt(character, 0);

const KANJI = /^\p{Unified_Ideograph}$/u;

/** Whether a folded character is a kanji: each is a term of the index, beside the pairs that it is in. */
export function isKanji(character: string): boolean {
  const code = character.charCodeAt(0);
  if (code >= 0x4e00 && code <= 0x9fff) return character.length === 1;
  return code >= 0x3400 && KANJI.test(character);
}

/** The order of code points, as PostgreSQL's collation "C" has it; JavaScript compares UTF-16 units. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return inOrder(x) - inOrder(y);
  }
  return a.length - b.length;
}

/** Surrogates begin characters beyond all others, but are not the highest units. */
const inOrder = (unit: number) => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800);
