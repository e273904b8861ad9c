import type { Corpus } from "../index/corpus.js";
import type { ReaderMask } from "../index/reader-masks.js";
import { KATAKANA_MARK } from "../index/term-vectors.js";
import { countSections, postingsOf } from "../index/visible-postings.js";
import { fold } from "../text/folding.js";
import type { Term } from "../text/terms.js";
import { bitsIn, COMPARED_MAX, editDistance, signsOf } from "./edit-distance.js";
import type { Question, QuestionTerm, QuestionWord } from "./question.js";
import { readQuestion } from "./read-question.js";
import type { Vocabulary } from "./vocabulary.js";

/** The words of the sections that one reader sees. */
export interface Lexicon {
  /** How many visible sections have this term; 0 for an unknown one. */
  count(term: string): number;
  /**
   * The whole words of the index, visible or not, as `spellingWordsIn` has them.
   *
   * @param beginning Latin words with another first UTF-16 unit may be left out
   */
  words(kind: "latin" | "katakana", beginning: number): Iterable<string>;
  /** How many visible sections have this whole word. */
  countOfWord(kind: "latin" | "katakana", word: string): number;
}

const LATIN_WORD = /^\p{Script=Latin}{4,100}$/u;
const MARK = KATAKANA_MARK.charCodeAt(0);

export function lexiconOf(corpus: Corpus, mask: ReaderMask): Lexicon {
  const { dictionary } = corpus;
  const count = (term: string) => countSections(corpus, postingsOf(corpus, term), mask);
  return {
    count,
    countOfWord: (kind, word) => count(kind === "latin" ? word : KATAKANA_MARK + word),
    *words(kind, beginning) {
      const firstOf = kind === "latin" ? beginning : MARK;
      for (let id = 0; id < dictionary.end; id += 1) {
        if (dictionary.lengthOf(id) < 4 || !dictionary.startsWith(id, firstOf)) continue;
        const text = dictionary.text(id);
        if (kind === "katakana") yield text.slice(KATAKANA_MARK.length);
        else if (LATIN_WORD.test(text)) yield text;
      }
    },
  };
}

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
    question.terms.some(({ text, origin }) => origin === "typed" && KANJI.test(text) && lexicon.count(text) > 0);
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
  for (const candidate of lexicon.words(kind, beginning)) {
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
