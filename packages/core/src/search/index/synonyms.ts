import { foldedKana } from "../characters.js";
import { foldedPhrase } from "./folded-text.js";
import { LongestMatch } from "./longest-match.js";

/** A word that means the same as a word of a question. */
export interface Synonym {
  readonly word: string;
  /** true: another spelling of the same word; false: another word of the same meaning. */
  readonly is_spelling: boolean;
}

/** A word of a question with its synonyms. */
export interface SynonymsOf {
  readonly said: string;
  readonly synonyms: readonly Synonym[];
}

/** Spelling variants and synonyms of a language, the same for every company. */
export interface Dictionary {
  /** The longest words of the dictionary in a folded text. */
  synonymsIn(folded: string): Iterable<SynonymsOf>;
  /** Whether the dictionary has this folded word. */
  has(folded: string): boolean;
}

export const EMPTY_DICTIONARY: Dictionary = { synonymsIn: () => [], has: () => false };

/** Pairs of hiragana say little, so a word in hiragana is looked for, but not added. */
const ONLY_HIRAGANA = /^[\p{Script=Hiragana}ー]+$/u;
/** Kanji and kana, which `foldedPhrase` only changes from katakana to hiragana. */
const PLAIN = /^[\u3041-\u3094\u30a1-\u30f4ー\u4e00-\u9fff]+$/;
const keyOf = (word: string) => (PLAIN.test(word) ? foldedKana(word) : foldedPhrase(word));

/**
 * Reads a dictionary.
 *
 * @param text a line for each group of words with one meaning: words separated by tabs, the spellings of each by commas;
 *   a spelling behind a hyphen is added to questions with others of its group, and no other to questions with it
 */
export function readDictionary(text: string): Dictionary {
  const groups = new LongestMatch<{ readonly said: string; readonly lines: string[] }>();
  for (const line of text.split("\n")) {
    for (const said of line.split(/[\t,]/)) {
      if (said === "" || said.startsWith("-")) continue;
      const key = keyOf(said);
      const known = groups.get(key);
      if (known) known.lines.push(line);
      else if (key !== "") groups.set(key, { said, lines: [line] });
    }
  }
  return {
    *synonymsIn(folded) {
      for (const { key, value } of groups.in(folded))
        yield { said: value.said, synonyms: value.lines.flatMap((line) => synonymsIn(line, value.said, key)) };
    },
    has: (folded) => groups.get(folded) !== undefined,
  };
}

function synonymsIn(line: string, said: string, key: string): Synonym[] {
  const words = line.split("\t").map((word) => word.split(",").map((spelling) => spelling.replace(/^-/, "")));
  const isSaid = (spelling: string) => spelling === said || keyOf(spelling) === key;
  return words.flatMap((spellings) => {
    const is_spelling = spellings.some(isSaid);
    return spellings
      .filter((word) => !isSaid(word) && !ONLY_HIRAGANA.test(word))
      .map((word) => ({ word, is_spelling }));
  });
}
