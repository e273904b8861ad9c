import type { Corpus } from "./corpus.js";
import type { Totals } from "./held-document.js";
import type { ReaderMask } from "./reader-masks.js";
import { KATAKANA_MARK } from "./term-vectors.js";
import { countSections, isInVisibleSection, type Postings, postingsOf, prefixPostings } from "./visible-postings.js";

/** A term of a question; `prefix`: all terms that begin with it, as if they were one. */
export interface CountedTerm {
  readonly text: string;
  readonly prefix: boolean;
}

/** What a search knows of all the sections that its reader sees. No other section may change any of it. */
export interface VisibleStatistics {
  readonly totals: Totals;
  /** How many visible sections have a term; 0 for an unknown one. */
  countOf(term: CountedTerm): number;
  /** How many visible sections have this whole word. */
  countOfWord(kind: "latin" | "katakana", word: string): number;
  /**
   * Whole words of the index, visible or not, as `spellingWordsIn` has them.
   *
   * @param like words that are neither near to this one nor related to it may be left out
   */
  words(kind: "latin" | "katakana", like: string): Iterable<string>;
  /** Whether a part of a visible section has all terms of a word of the vocabulary. */
  hasWord(word: string): boolean;
}

const LATIN_WORD = /^\p{Script=Latin}{4,100}$/u;
const MARK = KATAKANA_MARK.charCodeAt(0);

/** The term by which the sections with a whole word are counted. */
export const termOfWord = (kind: "latin" | "katakana", word: string) =>
  kind === "latin" ? word : KATAKANA_MARK + word;

/** A corpus as one reader sees it, for one search. */
export class VisibleCorpus implements VisibleStatistics {
  readonly #prefixes = new Map<string, Postings>();

  constructor(
    readonly corpus: Corpus,
    readonly mask: ReaderMask,
  ) {}

  get totals(): Totals {
    return this.mask.totals;
  }

  postingsOf({ text, prefix }: CountedTerm): Postings {
    if (!prefix) return postingsOf(this.corpus, text);
    const postings = this.#prefixes.get(text) ?? prefixPostings(this.corpus, text, this.mask);
    this.#prefixes.set(text, postings);
    return postings;
  }

  countOf(term: CountedTerm): number {
    return countSections(this.corpus, this.postingsOf(term), this.mask);
  }

  countOfWord(kind: "latin" | "katakana", word: string): number {
    return this.countOf({ text: termOfWord(kind, word), prefix: false });
  }

  *words(kind: "latin" | "katakana", like: string): Generator<string> {
    const { dictionary } = this.corpus;
    const beginning = kind === "latin" ? like.charCodeAt(0) : MARK;
    for (let id = 0; id < dictionary.end; id += 1) {
      if (dictionary.lengthOf(id) < 4 || !dictionary.startsWith(id, beginning)) continue;
      const text = dictionary.text(id);
      if (kind === "katakana") yield text.slice(KATAKANA_MARK.length);
      else if (LATIN_WORD.test(text)) yield text;
    }
  }

  hasWord(word: string): boolean {
    return isInVisibleSection(word, this.corpus, this.mask);
  }
}
