import type { Corpus } from "../index/corpus.js";
import type { ReaderMask } from "../index/reader-masks.js";
import { KATAKANA_MARK } from "../index/term-vectors.js";
import { countSections, postingsOf } from "../index/visible-postings.js";
import type { Lexicon } from "./spelling.js";

const LATIN_WORD = /^\p{Script=Latin}{4,100}$/u;
const MARK = KATAKANA_MARK.charCodeAt(0);

export function lexiconOf(corpus: Corpus, mask: ReaderMask): Lexicon {
  const { dictionary } = corpus;
  const count = (term: string) => countSections(corpus, postingsOf(corpus, term), mask);
  return {
    count,
    countOfWord: (kind, word) => count(kind === "latin" ? word : KATAKANA_MARK + word),
    *words(kind, beginnings) {
      for (let id = 0; id < dictionary.end; id += 1) {
        if (dictionary.lengthOf(id) < 4) continue;
        const first = dictionary.firstSign(id);
        if ((first === MARK) !== (kind === "katakana") || beginnings?.has(first) === false) continue;
        const text = dictionary.text(id);
        if (kind === "katakana") yield text.slice(KATAKANA_MARK.length);
        else if (LATIN_WORD.test(text)) yield text;
      }
    },
  };
}
