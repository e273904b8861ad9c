import { align, isInOrder, swapped } from "./align.js";

/** A part of a text, and whether the other version lacks it. */
export interface Run {
  readonly text: string;
  readonly changed: boolean;
}

const WORDS = new Intl.Segmenter("ja", { granularity: "word" });
/** The segmenter takes much longer than in proportion to the text. */
const SENTENCE = /[^\n。]{1,500}[\n。]?|[\n。]/g;
/** A number is one word, so that a changed one is marked whole: 9,000, １．５, 二十. */
const NUMBER = /[0-9０-９]+(?:[.,．，][0-9０-９]+)*|[〇一二三四五六七八九十百千]+/g;

function wordsOf(text: string): string[] {
  const words: string[] = [];
  const addWords = (part: string) => {
    for (const sentence of part.match(SENTENCE) ?? [])
      for (const { segment } of WORDS.segment(sentence)) words.push(segment);
  };
  let from = 0;
  for (const { 0: number, index } of text.matchAll(NUMBER)) {
    addWords(text.slice(from, index));
    words.push(number);
    from = index + number.length;
  }
  addWords(text.slice(from));
  return words;
}

/** If less than this share of texts longer than {@link SHORT} is the same, marks in them would only be noise. */
const SAME_MIN = 0.25;
const SHORT = 12;
const EDITS_MAX = 300;
/** A word between two changed ones that is read with them: の, a comma, a space. */
const BETWEEN = /^[\p{Script=Hiragana}\s、，,・]$/u;
const DIGIT = /[0-9０-９〇一二三四五六七八九十百千]/;

/**
 * Two texts in runs, with the words marked that only one of them has. The unmarked runs of both, joined, are the same
 * text, and the runs of each side, joined, are its own. Swapping the texts swaps the sides.
 */
export function wordRuns(before: string, after: string): { readonly before: Run[]; readonly after: Run[] } {
  if (before === after) return { before: runsOf(before, false), after: runsOf(after, false) };
  const [wordsBefore, wordsAfter] = [wordsOf(before), wordsOf(after)];
  const isOrdered = isInOrder(wordsBefore, wordsAfter);
  const aligned = isOrdered ? align(wordsBefore, wordsAfter, EDITS_MAX) : align(wordsAfter, wordsBefore, EDITS_MAX);
  const pairs = withoutBetween((isOrdered ? aligned : aligned && swapped(aligned)) ?? [], wordsBefore, wordsAfter);
  const same = pairs.reduce((length, [b]) => length + (wordsBefore[b] as string).length, 0);
  const length = Math.max(before.length, after.length);
  if (length > SHORT && same < SAME_MIN * length) return { before: runsOf(before, true), after: runsOf(after, true) };
  return {
    before: marked(wordsBefore, new Set(pairs.map(([b]) => b))),
    after: marked(wordsAfter, new Set(pairs.map(([, a]) => a))),
  };
}

export const runsOf = (text: string, changed: boolean): Run[] => (text === "" ? [] : [{ text, changed }]);

/** Leaves out the pairs of single signs that stand between changed words on both sides. */
function withoutBetween(
  pairs: readonly (readonly [number, number])[],
  before: readonly string[],
  after: readonly string[],
): (readonly [number, number])[] {
  return pairs.filter(([b, a], i) => {
    const [lastB, lastA] = pairs[i - 1] ?? [-1, -1];
    const [nextB, nextA] = pairs[i + 1] ?? [before.length, after.length];
    const isBetween = lastB < b - 1 && lastA < a - 1 && nextB > b + 1 && nextA > a + 1;
    if (!isBetween || !BETWEEN.test(before[b] as string)) return true;
    return [before[b - 1], before[b + 1], after[a - 1], after[a + 1]].some((word) => DIGIT.test(word as string));
  });
}

function marked(words: readonly string[], same: ReadonlySet<number>): Run[] {
  const runs: { text: string; changed: boolean }[] = [];
  for (const [place, word] of words.entries()) {
    const changed = !same.has(place);
    const last = runs.at(-1);
    if (last?.changed === changed) last.text += word;
    else runs.push({ text: word, changed });
  }
  return runs;
}
