import { searchText } from "./characters.js";
import { termsOf } from "./terms.js";

/** A whole word, for spelling. */
export interface SpellingWord {
  /** As search compares it: folded; a Latin word in the singular. */
  readonly text: string;
  readonly kind: "latin" | "katakana";
  /** UTF-16 offsets in the source. */
  readonly start: number;
  readonly end: number;
}

const LATIN = /\p{Script=Latin}[\p{Script=Latin}\p{N}\p{M}]*/gu;
const KATAKANA = /[\u30a1-\u30fa\u30fc\uff66-\uff9f]{3,}/g;
const ONLY_LETTERS = /^\p{Script=Latin}{4,100}$/u;
/** Longer runs are no single words. */
const SIGNS = { min: 3, max: 40 };

/**
 * The words of a text whose spelling can be compared: Latin words of four letters or more, and runs of three signs of
 * katakana or more. The index has those of each section.
 */
export function* spellingWordsIn(text: string): Generator<SpellingWord> {
  for (const match of text.matchAll(LATIN)) {
    const [term, ...more] = termsOf(match[0]);
    if (term && more.length === 0 && ONLY_LETTERS.test(term.text))
      yield { text: term.text, kind: "latin", start: match.index, end: match.index + match[0].length };
  }
  yield* katakanaWordsIn(text);
}

export function* katakanaWordsIn(text: string): Generator<SpellingWord> {
  for (const match of text.matchAll(KATAKANA)) {
    const { text } = searchText(match[0]);
    if (text.length >= SIGNS.min && text.length <= SIGNS.max)
      yield { text, kind: "katakana", start: match.index, end: match.index + match[0].length };
  }
}
