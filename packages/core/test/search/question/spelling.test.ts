import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { readQuestion } from "../../../src/search/question/read-question.js";
import { correctSpelling, type Lexicon } from "../../../src/search/question/spelling.js";
import { EMPTY_VOCABULARY, Vocabulary } from "../../../src/search/question/vocabulary.js";
import { termsOf } from "../../../src/search/text/terms.js";
import { spellingWordsIn } from "../../../src/search/text/words.js";

const WORDS = {
  vocabulary: EMPTY_VOCABULARY,
  commonWords: new Set(["promise"]),
};

/** The words of visible sections, and of hidden ones. */
function lexiconOf(visible: readonly string[], hidden: readonly string[] = []): Lexicon {
  const wordsOf = (text: string, kind: string) =>
    [...spellingWordsIn(text)].filter((word) => word.kind === kind).map((word) => word.text);
  return {
    countOf: ({ text: term }) => visible.filter((text) => termsOf(text).some((one) => one.text === term)).length,
    words: (kind) => new Set([...visible, ...hidden].flatMap((text) => wordsOf(text, kind))),
    countOfWord: (kind, word) => visible.filter((text) => wordsOf(text, kind).includes(word)).length,
  };
}

const SECTIONS = [
  "テレワークを行う者は届け出る",
  "賞与は年二回支給する",
  "賞与の支給日、退職金",
  "就業規則を変更する",
  "Annual leave is 20 days",
  "annual leave requests",
  "The manager approves overtime work",
  "The premises are locked",
  "パートタイムの従業員",
];
const lexicon = lexiconOf(SECTIONS, ["表彰とボーナス", "The secret vacation"]);
const correctionsOf = (text: string, words = WORDS) =>
  correctSpelling(readQuestion(text, words.vocabulary), lexicon, words).corrected.map(
    (one) => `${one.written}→${one.read_as}`,
  );

describe("a typing error", () => {
  it("becomes the nearest visible word", () => {
    for (const [typed, ...corrections] of [
      ["anual leave", "anual→annual"],
      ["laeve", "laeve→leave"],
      ["manger overtiem", "manger→manager", "overtiem→overtime"],
      ["テレワク", "テレワク→テレワーク"],
      ["テレワークー", "テレワークー→テレワーク"],
    ] as const)
      expect([typed, ...correctionsOf(typed)]).toEqual([typed, ...corrections]);
  });

  it("is replaced by the terms of the word", () => {
    const { question } = correctSpelling(readQuestion("anual leave", WORDS.vocabulary), lexicon, WORDS);
    expect(question.terms).toMatchObject([
      { text: "annual", significance: 1, origin: "corrected", said: "anual", also: "annual" },
      { text: "leave", origin: "typed", said: null },
    ]);
    const japanese = correctSpelling(readQuestion("テレワクの日", WORDS.vocabulary), lexicon, WORDS).question.terms;
    expect(japanese.filter(({ origin }) => origin === "corrected").map(({ text }) => text)).toEqual(["わー", "ーく"]);
  });

  it("is none where the word is known, quoted, part of a visible word, or far from every word", () => {
    for (const typed of [
      "annual",
      "overtimes",
      "テレワーク",
      '"anual leave"',
      "パート",
      "給食",
      // A common word.
      "promise",
      "cake",
      "HTTP",
      "manged",
    ])
      expect([typed, correctionsOf(typed)]).toEqual([typed, []]);
    const vocabulary = new Vocabulary([{ said: "anual", meant: ["yearly"] }]);
    expect(correctionsOf("anual", { ...WORDS, vocabulary })).toEqual([]);
  });

  it("never reveals a hidden word", () => {
    expect(correctionsOf("ボナス")).toEqual([]);
    expect(correctionsOf("vacaton")).toEqual([]);
  });

  it("is not corrected in a question about something else", () => {
    expect(correctionsOf("bake manege overtima laeve annial")).toEqual([]);
  });

  it("never becomes a word that no visible section has", () => {
    const sign = fc.constantFrom(..."anuleavovrtimgテレワークパト賞与予支給退職 ");
    fc.assert(
      fc.property(fc.string({ unit: sign, maxLength: 30 }), (text) => {
        for (const { read_as } of correctSpelling(readQuestion(text, WORDS.vocabulary), lexicon, WORDS).corrected) {
          const [word] = [...spellingWordsIn(read_as)];
          expect(
            word ? lexicon.countOfWord(word.kind, word.text) : lexicon.countOf({ text: read_as, prefix: false }),
          ).toBeGreaterThan(0);
        }
      }),
    );
  });

  it("is found quickly among 200,000 words", () => {
    const letters = (n: number) => String.fromCharCode(...[1, 3, 7, 11, 13, 17].map((step) => 97 + ((n * step) % 26)));
    const many = Array.from({ length: 200_000 }, (_, n) => `${letters(n)}${letters(Math.floor(n / 26))}`.slice(n % 5));
    const large: Lexicon = { countOf: () => 0, words: (kind) => (kind === "latin" ? many : []), countOfWord: () => 0 };
    const question = readQuestion("anualword", WORDS.vocabulary);
    const times = Array.from({ length: 5 }, () => {
      const start = performance.now();
      correctSpelling(question, large, WORDS);
      return performance.now() - start;
    });
    // 5 ms where the machine has nothing else to do; this only notices another order of growth.
    expect(Math.min(...times)).toBeLessThan(500);
  });
});
