import type { Question, QuestionTerm, Subject } from "../question/question.js";
import { isKanji } from "../text/characters.js";
import { rounded } from "./points.js";
import { type MeaningAsk, SCORE_UNIT } from "./search-hits.js";

/**
 * A search fits if its best section covers this share of the question: its own score over the weight of what was asked.
 * Where each term is once in the text of a section of mean length, the share is 1. Chosen so that one of ten questions
 * with an answer is refused (docs/decisions/0028-when-results-fit.md).
 */
const FITS_FROM = 0.64;

/** A short question with a word that no visible section has is likely to be about that word. */
const SHORT = { words: 3, fits_from: 1.05 };

/** Of lower significance are pairs across the border of words, and single signs: unknown ones say nothing. */
const WORD = 0.5;

/** A long question tells a story, and its answer has only some of its words. */
const ASKED_MAX = 2;

/** How the score of a section becomes the share of the question that it covers, and from which share on it fits. */
export interface Fit {
  /**
   * The weight of what the reader typed, a word that no visible section has among it, unless another word is searched
   * for it that one has; at most that of two unknown words.
   */
  readonly asked: number;
  /** Infinity for an utterance that is about nothing (ありがとう, And then?): its words alone never fit. */
  readonly fits_from: number;
}

/**
 * @param weights of the question's terms
 * @param unknown the weight of a word that no visible section has
 * @param isVisible whether a visible section has a term
 */
export function fitOf(
  { terms, subjects }: Pick<Question, "terms" | "subjects">,
  weights: readonly number[],
  unknown: number,
  isVisible: (term: string) => boolean,
): Fit {
  const isKnownByOther = ({ others }: Subject) => others.some((other) => other.every(isVisible));
  const isKnown = (subject: Subject) =>
    subject.terms.filter(isVisible).length * 2 >= subject.terms.length || isKnownByOther(subject);
  const replaced = new Set(subjects.filter(isKnownByOther).flatMap((subject) => subject.terms));
  const counts = ({ text, origin, significance }: QuestionTerm) =>
    (origin === "typed" || origin === "corrected") &&
    (isVisible(text) || (significance >= WORD && !replaced.has(text)));
  const typed = terms.reduce((sum, term, i) => (counts(term) ? sum + (weights[i] as number) : sum), 0);
  const unknownSubjects = subjects.filter((subject) => !isKnown(subject));
  // A sign that is a word by itself (猫) does say something.
  const unknownSigns = unknownSubjects.filter(({ text }) => isKanji(text)).length;
  const isShort = subjects.length <= SHORT.words;
  const isUtterance =
    subjects.length === 0 && terms.every(({ origin, significance }) => origin === "typed" && significance < WORD);
  return {
    asked: Math.min(rounded(typed) + unknownSigns * unknown, ASKED_MAX * unknown),
    fits_from: isUtterance ? Infinity : isShort && unknownSubjects.length > 0 ? SHORT.fits_from : FITS_FROM,
  };
}

/** The best score by words of all sections that the reader sees. */
export interface BestScore {
  readonly score: number;
  /** Whether a section with this score has no vectors: the section is not far in meaning but unknown. */
  readonly isUnknown: boolean;
}

/**
 * From which similarity on the nearest section fits, in deviations above the mean of texts that have nothing in common:
 * alone, and where the words fit too.
 */
const NEAR = { alone: 2.8, with_words: 1.8 };

/**
 * Whether the question fits. Filters change nothing here: they say where to look, not what was meant.
 *
 * @param nearest the best similarity of all sections, and those of texts that have nothing in common; null: words alone
 *   decide
 */
export function fits(
  fit: Fit,
  { score, isUnknown }: BestScore,
  nearest: (MeaningAsk["similarity"] & { readonly best: number }) | null,
): boolean {
  const byWords = shareOf(score, fit) >= fit.fits_from;
  if (nearest === null || (byWords && isUnknown)) return byWords;
  const { best, mean, deviation } = nearest;
  return best / SCORE_UNIT >= mean + (byWords ? NEAR.with_words : NEAR.alone) * deviation;
}

/** The share of the question that a section with this score covers. */
export function shareOf(score: number, { asked }: Fit): number {
  if (score === 0) return 0;
  return asked === 0 ? Number.MAX_VALUE : score / SCORE_UNIT / asked;
}
