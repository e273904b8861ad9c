import { VOCABULARY } from "../../limits.js";
import type { VocabularyEntry } from "../../vocabulary/entry.js";
import { classOf, firstSign } from "../text/characters.js";
import { type Term, termsOf } from "../text/terms.js";
import { LongestMatch } from "./longest-match.js";

/** A word of a question, and a word that the vocabulary adds to it. */
export interface MeantWord {
  readonly said: string;
  readonly also: string;
  readonly weight: number;
}

/**
 * Everyday words with the words that documents use for them. A question uses everyday words and an article uses the
 * words of the law; without these pairs, neither finds the other.
 */
export class Vocabulary {
  readonly #meant = new LongestMatch<MeantWord[]>();

  constructor(entries: readonly VocabularyEntry[]) {
    for (const { said, meant, both_ways = false, weight = VOCABULARY.weight.usual, on = true } of entries) {
      if (!on || !(weight > 0)) continue;
      for (const also of meant) {
        this.#add({ said, also, weight });
        if (both_ways) this.#add({ said: also, also: said, weight });
      }
    }
  }

  #add(word: MeantWord): void {
    const key = wordKey(word.said);
    if (key === "") return;
    const known = this.#meant.get(key);
    if (known) known.push(word);
    else this.#meant.set(key, [word]);
  }

  /** The words to add for the everyday words of a text, the longest ones: 残業代 is not also 残業. */
  *meantIn(text: string): Generator<MeantWord> {
    for (const { value } of this.#meant.in(wordText(text))) yield* value;
  }
}

export const EMPTY_VOCABULARY = new Vocabulary([]);

/**
 * A text as phrases and words of the vocabulary are looked for in it: Latin words and numbers as terms, each between
 * spaces; Japanese as it is, without white space, so that a line break inside a word does not matter.
 */
export function wordText(text: string): string {
  // Pieces, because asking a string that grows for its end copies it each time.
  const pieces: string[] = [];
  let before: Term | null = null;
  for (const term of termsOf(text)) {
    const goesOn =
      before !== null && isUnspaced(before) && isUnspaced(term) && text.slice(before.end, term.start).trim() === "";
    if (!goesOn) pieces.push(" ");
    // Each character of a run begins one term.
    pieces.push(isUnspaced(term) ? firstSign(term.text) : term.text);
    before = term;
  }
  return `${pieces.join("")} `;
}

/** The folded text of a phrase or word, to be looked for in other folded texts: its Latin words are whole words there. */
export function wordKey(text: string): string {
  const folded = wordText(text);
  const signs = [...folded.trim()];
  if (signs.length === 0) return "";
  const from = classOf(signs[0] as string) === "unspaced" ? 1 : 0;
  const to = classOf(signs.at(-1) as string) === "unspaced" ? folded.length - 1 : folded.length;
  return folded.slice(from, to);
}

const isUnspaced = ({ text }: Term) => classOf(firstSign(text)) === "unspaced";
