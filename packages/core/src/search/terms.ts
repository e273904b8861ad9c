import { type CharacterClass, classOf, type SearchCharacter, searchCharacters } from "./characters.js";
import { wordStem } from "./word-stem.js";

/** Raised with every change to the terms of a text: an index made by another version must be rebuilt. */
export const TERMS_VERSION = 2;

/** Longer words are compared by their first characters. */
const WORD_MAX = 100;

/** What search compares: one term of a text, and its position. */
export interface Term {
  readonly text: string;
  /** Counts the characters and words of the text, so that the terms of a phrase have fixed distances. */
  readonly position: number;
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
  const characters = searchCharacters(text);
  const terms: Term[] = [];
  let position = 0;
  for (let from = 0; from < characters.length; ) {
    const kind = classAt(characters, from);
    const to = runEnd(characters, from, kind);
    if (kind === "unspaced") {
      for (let i = from; i < to; i += 1) {
        const last = Math.min(i + 1, to - 1);
        terms.push(term(characters, i, last + 1, position + i - from));
      }
      position += to - from;
    } else if (kind !== "other") {
      terms.push(term(characters, from, Math.min(to, from + WORD_MAX), position));
      position += 1;
    }
    from = to;
  }
  return terms;
}

function term(characters: readonly SearchCharacter[], from: number, to: number, position: number): Term {
  let text = "";
  for (let i = from; i < to; i += 1) text += (characters[i] as SearchCharacter).character;
  const { start } = characters[from] as SearchCharacter;
  const { end } = characters[to - 1] as SearchCharacter;
  return { text: to - from > 2 ? wordStem(text.replaceAll(",", "")) : text, position, start, end };
}

const classAt = (characters: readonly SearchCharacter[], index: number): CharacterClass =>
  classOf((characters[index] as SearchCharacter).character);

/** Letters and digits make one word (A4, covid19); characters without spaces a run; all others separate. */
function runEnd(characters: readonly SearchCharacter[], from: number, kind: CharacterClass): number {
  let to = from + 1;
  if (kind === "other") return to;
  for (; to < characters.length; to += 1) {
    const next = classAt(characters, to);
    const goesOn = kind === "unspaced" ? next === kind : next === "letter" || next === "digit";
    if (!goesOn && !(kind !== "unspaced" && isInsideNumber(characters, to))) break;
  }
  return to;
}

/** The comma of 12,000 and the point of 3.5. */
function isInsideNumber(characters: readonly SearchCharacter[], index: number): boolean {
  const sign = characters[index]?.character;
  if (sign !== "," && sign !== ".") return false;
  const digit = (at: number) => at >= 0 && at < characters.length && classAt(characters, at) === "digit";
  if (!digit(index - 1) || !digit(index + 1)) return false;
  return sign === "." || (digit(index + 2) && digit(index + 3) && !digit(index + 4));
}
