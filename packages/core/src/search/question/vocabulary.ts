import { VOCABULARY } from "../../limits.js";
import type { VocabularyEntry } from "../../vocabulary/entry.js";
import { classOf, firstSign } from "../text/characters.js";
import { type Term, termsOf } from "../text/terms.js";
import { LongestMatch } from "./longest-match.js";
import type { QuestionTerm } from "./question.js";

/** A word of a question, and a word that the vocabulary adds to it. */
export interface Synonym {
  readonly said: string;
  readonly also: string;
  readonly weight: number;
}

/**
 * Everyday words with the words that documents use for them. A question uses everyday words and an article uses the
 * words of the law; without these pairs, neither finds the other.
 */
export class Vocabulary {
  readonly #synonyms = new LongestMatch<Synonym[]>();

  constructor(entries: readonly VocabularyEntry[]) {
    for (const { said, meant, both_ways = false, weight = VOCABULARY.weight.usual, on = true } of entries) {
      if (!on || !(weight > 0)) continue;
      for (const also of meant) {
        this.#add({ said, also, weight });
        if (both_ways) this.#add({ said: also, also: said, weight });
      }
    }
  }

  #add(synonym: Synonym): void {
    const key = wordKey(synonym.said);
    if (key === "") return;
    const synonyms = this.#synonyms.get(key);
    if (synonyms) synonyms.push(synonym);
    else this.#synonyms.set(key, [synonym]);
  }

  /** The words to add for the everyday words of a text, the longest ones: 残業代 is not also 残業. */
  *synonymsIn(text: string): Generator<Synonym> {
    for (const { value } of this.#synonyms.in(wordKey(text))) yield* value;
  }
}

export const EMPTY_VOCABULARY = new Vocabulary([]);

/**
 * A text or word as words are looked for: Latin words and numbers as terms, each between spaces, so that they are found
 * whole; Japanese without white space, so that a line break inside a word does not matter.
 */
export function wordKey(text: string): string {
  // Pieces, because asking a string that grows for its end copies it each time.
  const pieces: string[] = [];
  let before: Term | null = null;
  for (const term of termsOf(text)) {
    const goesOn =
      isUnspaced(term) && (before === null || (isUnspaced(before) && text.slice(before.end, term.start).trim() === ""));
    if (!goesOn) pieces.push(" ");
    // Each character of a run begins one term.
    pieces.push(isUnspaced(term) ? firstSign(term.text) : term.text);
    before = term;
  }
  if (before !== null && !isUnspaced(before)) pieces.push(" ");
  return pieces.join("");
}

const isUnspaced = ({ text }: Term) => classOf(firstSign(text)) === "unspaced";

/** A typed word, and the words of the vocabulary that are also searched. */
export interface Widening {
  readonly said: string;
  readonly also: readonly string[];
}

/**
 * The words that are searched for others: no reader learns a word from the vocabulary that no visible section has.
 *
 * @param isVisible whether a visible section has a word, also those of its terms that the reader typed
 */
export function wideningsOf(terms: readonly QuestionTerm[], isVisible: (word: string) => boolean): Widening[] {
  const words = new Map<string, Set<string>>();
  for (const { origin, said, also } of terms) {
    if (origin !== "vocabulary" || said === null || also === null) continue;
    words.set(said, (words.get(said) ?? new Set()).add(also));
  }
  return [...words]
    .map(([said, synonyms]) => ({ said, also: [...synonyms].filter(isVisible) }))
    .filter(({ also }) => also.length > 0);
}

/** The most words that are embedded with a question. */
const STAND_INS_MAX = 8;

/** Words of the vocabulary that stand for words of the question: the first one of each, then the second ones. */
export function standInsIn(terms: readonly QuestionTerm[], isVisible: (word: string) => boolean): string[] {
  const widenings = wideningsOf(terms, isVisible);
  const turns = Math.max(0, ...widenings.map(({ also }) => also.length));
  const words = Array.from({ length: turns }, (_, turn) => widenings.flatMap(({ also }) => also[turn] ?? [])).flat();
  return [...new Set(words)].slice(0, STAND_INS_MAX);
}
