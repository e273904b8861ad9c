import { searchText } from "../characters.js";
import type { Question, QuestionTerm } from "./question.js";
import type { Lexicon } from "./spelling.js";
import { katakanaWordsIn } from "./spelling-words.js";

/** The shortest visible word that is looked for inside of an unknown one. */
const INSIDE_MIN = 3;
/** Each costs a look at all words. */
const WORDS_MAX = 3;

/**
 * A katakana word that no visible section has is one unknown word: its pairs are in other words by chance, as those of
 * パスタ are in パスワード and スタッフ. Pairs of a visible word inside of it stay: オンライン in オンラインゲーム.
 */
export function withoutUnknownKatakana(question: Question, lexicon: Lexicon): Question {
  const gone = new Set<string>();
  const unknown = new Map<string, QuestionTerm>();
  for (const { text } of katakanaWordsIn(question.text)) {
    if (unknown.size >= WORDS_MAX) break;
    if (lexicon.countOfWord("katakana", text) > 0 || isInsideVisible(text, lexicon)) continue;
    const pairs = unknownPairs([...text], lexicon);
    for (const pair of pairs) gone.add(pair);
    if (pairs.length > 0) unknown.set(text, { ...UNKNOWN, text });
  }
  if (unknown.size === 0) return question;
  const isMeant = (text: string) =>
    question.terms.some(({ origin, said }) => origin === "vocabulary" && searchText(said ?? "").text === text);
  const words = [...unknown.values()].filter(({ text }) => !isMeant(text));
  const terms = question.terms.filter(({ text, origin }) => origin !== "typed" || !gone.has(text));
  const subjects = question.subjects.map((one) => (unknown.has(one.text) ? { ...one, terms: [one.text] } : one));
  return { ...question, terms: [...terms, ...words], subjects };
}

const UNKNOWN = { prefix: false, significance: 1, origin: "typed", said: null, also: null } as const;

/** パート is in パートタイム. */
function isInsideVisible(text: string, lexicon: Lexicon): boolean {
  for (const word of lexicon.words("katakana", null))
    if (word.length > text.length && word.includes(text) && lexicon.countOfWord("katakana", word) > 0) return true;
  return false;
}

function unknownPairs(signs: readonly string[], lexicon: Lexicon): string[] {
  const pairs = signs.slice(1).map((sign, i) => `${signs[i]}${sign}`);
  const known = new Set<number>();
  for (let from = 0; from + INSIDE_MIN <= signs.length; from += 1) {
    for (let to = signs.length; to - from >= INSIDE_MIN; to -= 1) {
      if (lexicon.countOfWord("katakana", signs.slice(from, to).join("")) === 0) continue;
      for (let pair = from; pair < to - 1; pair += 1) known.add(pair);
      break;
    }
  }
  return pairs.filter((_, i) => !known.has(i));
}
