/** The maximum number of words of one question, and of characters of one word. */
const WORDS_MAX = 8;
const LENGTH_MAX = 40;

const WORDS = new Intl.Segmenter("ja", { granularity: "word" });
const HIRAGANA_ONLY = /^[\p{sc=Hiragana}ー]+$/u;
const HAS_HIRAGANA = /\p{sc=Hiragana}/u;
const IS_JAPANESE = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー々]+$/u;
/** Employee numbers, telephone numbers and the like. */
const LONG_NUMBER = /\d{4}/;

/** Words of questions that say nothing about their subject. */
const COMMON = new Set(
  (
    "the and for are was were you your how what when where who why which can may must shall does did has have with from " +
    "into about this that there not any all our get ですか ますか ません ください について できる できます どこ いつ いくら " +
    "どうすれば どのように どんな までに ときは ところ すれば よいか ですが 何日 何時 何年 何回 場合 方法 教え 教えて 教える しかた 仕方 やり方"
  ).split(" "),
);

/**
 * The words that a question is about, normalised, each once, in code-point order: from them nobody can rebuild the
 * question. Long numbers are left out, because they may name a user.
 */
export function usageWords(question: string): string[] {
  const words: string[] = [];
  let compound: string | null = null;
  for (const { segment, isWordLike } of WORDS.segment(question.normalize("NFKC").toLowerCase())) {
    const isPart = isWordLike === true && IS_JAPANESE.test(segment) && !HAS_HIRAGANA.test(segment);
    // The segmenter parts 通勤手当 into 通勤 and 手当; an entry of the vocabulary needs the whole word.
    if (isPart && !COMMON.has(segment)) {
      compound = (compound ?? "") + segment;
      continue;
    }
    if (compound !== null) words.push(compound);
    compound = null;
    if (isWordLike === true) words.push(segment);
  }
  if (compound !== null) words.push(compound);
  return [...new Set(words.filter(isTelling))].sort().slice(0, WORDS_MAX);
}

function isTelling(word: string): boolean {
  const { length } = word;
  const least = HIRAGANA_ONLY.test(word) || !IS_JAPANESE.test(word) ? 3 : 2;
  return (
    length >= least &&
    length <= LENGTH_MAX &&
    word.isWellFormed() &&
    !COMMON.has(word) &&
    !LONG_NUMBER.test(word) &&
    !/^[\d.,]+$/.test(word)
  );
}
