import type { VisibleStatistics } from "../index/visible-statistics.js";
import { fold } from "../text/folding.js";
import type { Term } from "../text/terms.js";
import type { Question, QuestionTerm, QuestionWord } from "./question.js";
import { readQuestion } from "./read-question.js";
import type { Vocabulary } from "./vocabulary.js";

/** The words of the sections that one reader sees. */
export type Lexicon = Pick<VisibleStatistics, "countOf" | "countOfWord" | "words">;

export interface Correction {
  /** As it was typed. */
  readonly written: string;
  readonly read_as: string;
}

/** What spelling is corrected with. */
interface SpellingWords {
  readonly vocabulary: Vocabulary;
  /** Common English words, in the singular: they are no errors, although no visible section may have them. */
  readonly commonWords: ReadonlySet<string>;
}

export interface CorrectedQuestion {
  readonly question: Question;
  readonly corrected: readonly Correction[];
}

type CorrectionAt = Correction & Term;

/** A question with more unknown words is about something else, and each word costs a look at all words. */
const UNKNOWN_MAX = 3;
/** From this length on, two errors are allowed instead of one. */
const LONG = 6;
/** Single kanji are in nearly every text. */
const KANJI = /^\p{Unified_Ideograph}{2}$/u;

/**
 * Corrects typing errors: a word that no visible section has becomes the nearest visible word. Words in quotes, common
 * words, and words that the vocabulary has are not changed: a wrong correction is worse than none.
 */
export function correctSpelling(question: Question, lexicon: Lexicon, words: SpellingWords): CorrectedQuestion {
  const unknown = question.words.filter(
    ({ kind, text }) => !words.commonWords.has(text) && lexicon.countOfWord(kind, text) === 0,
  );
  if (unknown.length > UNKNOWN_MAX) return { question, corrected: [] };
  const hasKnown =
    question.words.some(({ kind, text }) => lexicon.countOfWord(kind, text) > 0) ||
    question.terms.some(
      ({ text, origin }) => origin === "typed" && KANJI.test(text) && lexicon.countOf({ text, prefix: false }) > 0,
    );
  // Where no word of the question is known, it may be about something else.
  const isSure = unknown.length === 1 || hasKnown;
  const corrections = unknown.flatMap((word) => {
    const read_as = nearestWord(word, isSure && word.text.length >= LONG ? 2 : 1, lexicon);
    return read_as === null ? [] : [{ ...word, read_as }];
  });
  corrections.sort((a, b) => a.start - b.start);
  if (corrections.length === 0) return { question, corrected: [] };
  return {
    question: withCorrections(question, corrections, words.vocabulary),
    corrected: corrections.map(({ written, read_as }) => ({ written, read_as })),
  };
}

function withCorrections(question: Question, corrections: readonly CorrectionAt[], vocabulary: Vocabulary): Question {
  const text = corrections.reduceRight(
    (rest, { start, end, read_as }) => rest.slice(0, start) + read_as + rest.slice(end),
    question.text,
  );
  const reread = readQuestion(text, vocabulary);
  const typed = new Set(question.terms.filter(({ origin }) => origin === "typed").map((term) => term.text));
  const words = corrections.map((correction) => ({ ...correction, word: fold(correction.read_as) }));
  const asCorrected = (term: QuestionTerm): QuestionTerm => {
    if (term.origin !== "typed" || typed.has(term.text)) return term;
    // A pair at the border of a corrected word has one of its signs.
    const correction =
      words.find(({ word }) => word.includes(term.text)) ??
      words.find(({ word }) => [...term.text].some((sign) => word.includes(sign)));
    return correction ? { ...term, origin: "corrected", said: correction.written, also: correction.read_as } : term;
  };
  return { ...reread, terms: reread.terms.map(asCorrected) };
}

/** The most common of the nearest words; null if the word is no typing error. */
function nearestWord(word: QuestionWord, errors: number, lexicon: Lexicon): string | null {
  if (!mayBeMistyped(word)) return null;
  const { text, kind } = word;
  const beginning = text.charCodeAt(0);
  const signs = signsOf(text);
  const related: string[] = [];
  const candidates: string[][] = [[], [], []];
  for (const candidate of lexicon.words(kind, text)) {
    if (isRelated(word, candidate)) related.push(candidate);
    // Few errors are in the first sign, and it spares the comparison of most words.
    if (candidate.charCodeAt(0) !== beginning || Math.abs(candidate.length - text.length) > errors) continue;
    if (bitsIn(signsOf(candidate) ^ signs) > 2 * errors) continue;
    const distance = editDistance(text, candidate, errors, costOfExchange);
    if (distance <= errors) candidates[distance]?.push(candidate);
  }
  if (mostCommon(related, kind, lexicon) !== null) return null;
  const nearest = candidates.map((near) => mostCommon(near, kind, lexicon)).find((best) => best !== null) ?? null;
  return nearest !== null && kind === "katakana" ? inKatakana(nearest) : nearest;
}

/** Abbreviations in capitals have no typing errors, only other meanings. */
function mayBeMistyped({ written, text, kind }: QuestionWord): boolean {
  if (text.length > COMPARED_MAX) return false;
  return kind === "katakana" || written.length >= LONG || written !== written.toUpperCase();
}

const ENDING = /(?:ing|ed|er|ly)$/;

/** Whether a word is known as part of another: パート of パートタイム, or with another ending: worked, working. */
function isRelated({ text, kind }: QuestionWord, candidate: string): boolean {
  if (kind === "katakana") return candidate.length > text.length + 1 && candidate.includes(text);
  if (candidate.charCodeAt(0) !== text.charCodeAt(0) || !ENDING.test(text)) return false;
  const stem = text.replace(ENDING, "");
  return stem.length > 2 && candidate.startsWith(stem) && /^e?$/.test(candidate.slice(stem.length).replace(ENDING, ""));
}

/** An exchanged consonant makes another word, cake is not case: it counts as two errors. */
const costOfExchange = (sign: number, other: number) => (isConsonant(sign) || isConsonant(other) ? 2 : 1);
const CONSONANTS = signsOf("bcdfghjklmnpqrstvwxz");
const isConsonant = (unit: number) => unit < 0x80 && (CONSONANTS & (1 << (unit & 31))) !== 0;

function mostCommon(words: readonly string[], kind: "latin" | "katakana", lexicon: Lexicon): string | null {
  let best: string | null = null;
  let most = 0;
  for (const word of words.toSorted()) {
    const count = lexicon.countOfWord(kind, word);
    if (count > most) [best, most] = [word, count];
  }
  return best;
}

/** Folded katakana is hiragana. */
const inKatakana = (word: string) =>
  word.replace(/[\u3041-\u3094]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0x60));

/** Longer words have no nearest word; its candidates are a little longer. */
const COMPARED_MAX = 100;
const ROW = COMPARED_MAX + 4;

// Three rows of the usual table, used again for each comparison.
let before = new Uint8Array(ROW);
let last = new Uint8Array(ROW);
let row = new Uint8Array(ROW);

/**
 * How many signs must be added, left out, exchanged, or swapped with their neighbour to make one word from the other
 * (Damerau–Levenshtein, no sign twice).
 *
 * @param word at most {@link COMPARED_MAX} UTF-16 units
 * @param max at most {@link COMPARED_MAX}
 * @param costOfExchange of two UTF-16 units
 * @returns more than `max`, but no exact number, where it is more
 */
export function editDistance(
  word: string,
  other: string,
  max: number,
  costOfExchange: (sign: number, other: number) => number,
): number {
  const width = other.length;
  if (Math.abs(word.length - width) > max) return max + 1;
  for (let j = 0; j <= width; j += 1) last[j] = j;
  for (let i = 1; i <= word.length; i += 1) {
    const sign = word.charCodeAt(i - 1);
    // Cells further than this from the diagonal are more than `max`.
    const from = Math.max(1, i - max);
    const to = Math.min(width, i + max);
    row[from - 1] = from === 1 ? i : max + 1;
    let least = max + 1;
    for (let j = from; j <= to; j += 1) {
      const otherSign = other.charCodeAt(j - 1);
      let cost = (last[j - 1] as number) + (sign === otherSign ? 0 : costOfExchange(sign, otherSign));
      if (j < i + max) cost = Math.min(cost, (last[j] as number) + 1);
      cost = Math.min(cost, (row[j - 1] as number) + 1);
      const isSwapped = i > 1 && j > 1 && sign === other.charCodeAt(j - 2) && word.charCodeAt(i - 2) === otherSign;
      if (isSwapped) cost = Math.min(cost, (before[j - 2] as number) + 1);
      row[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > max) return max + 1;
    [before, last, row] = [last, row, before];
  }
  return last[width] as number;
}

/** A bit for each sign of a word; one error changes at most two bits. */
function signsOf(word: string): number {
  let signs = 0;
  for (let i = 0; i < word.length; i += 1) signs |= 1 << (word.charCodeAt(i) & 31);
  return signs;
}

function bitsIn(signs: number): number {
  let bits = 0;
  for (let left = signs; left !== 0; left &= left - 1) bits += 1;
  return bits;
}
