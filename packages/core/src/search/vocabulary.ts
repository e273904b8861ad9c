import { searchCharacters } from "./characters.js";
import { type Term, termsOf } from "./terms.js";

/** An everyday word, and the words that documents use for it. */
export interface VocabularyEntry {
  readonly said: string;
  readonly meant: readonly string[];
}

const folded = (text: string) =>
  searchCharacters(text)
    .map(({ character }) => character)
    .join("");

interface EverydayWord {
  readonly said: string;
  /** Whole words only, where words have spaces between them. */
  readonly isWord: boolean;
  readonly terms: readonly Term[];
}

/**
 * Everyday words with the words that documents use for them. A question uses everyday words and an article uses the
 * words of the law; without these pairs, neither finds the other.
 */
export class Vocabulary {
  readonly #everydayWords: readonly EverydayWord[];

  constructor(entries: readonly VocabularyEntry[]) {
    this.#everydayWords = entries.map(({ said, meant }) => ({
      said: folded(said),
      isWord: /^[a-z ]+$/.test(said),
      terms: meant.flatMap(pairsOf),
    }));
  }

  /** The terms that documents use for the everyday words of a query. */
  meantTerms(query: string): Term[] {
    const text = folded(query);
    const words = ` ${text.replace(/[^\p{L}\p{N}]+/gu, " ")} `;
    return this.#everydayWords
      .filter(({ said, isWord }) => (isWord ? words.includes(` ${said} `) : text.includes(said)))
      .flatMap(({ terms }) => terms);
  }
}

export const EMPTY_VOCABULARY = new Vocabulary([]);

/** The pairs and words of one text, without the last character of a run, which has no meaning by itself. */
function pairsOf(text: string): Term[] {
  const terms = termsOf(text);
  return terms.length > 1 ? terms.filter(({ text }) => [...text].length > 1) : terms;
}
