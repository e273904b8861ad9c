import { VOCABULARY } from "../../limits.js";
import type { VocabularyEntry } from "../../vocabulary/entry.js";
import { foldedPhrase } from "../text/folded-text.js";
import { LongestMatch } from "../text/longest-match.js";

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
    const key = foldedPhrase(word.said);
    if (key === "") return;
    const known = this.#meant.get(key);
    if (known) known.push(word);
    else this.#meant.set(key, [word]);
  }

  /** The words to add for the everyday words of a folded text, the longest ones: 残業代 is not also 残業. */
  *meantIn(folded: string): Generator<MeantWord> {
    for (const { value } of this.#meant.in(folded)) yield* value;
  }
}

export const EMPTY_VOCABULARY = new Vocabulary([]);
