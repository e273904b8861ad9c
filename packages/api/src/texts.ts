import type { Problem } from "@retrieval/core/problems";
import { english } from "./texts/english.js";
import { japanese } from "./texts/japanese.js";
import type { Language } from "./texts/table.js";

/** The languages in which the service speaks; the first one is the default. */
export const LANGUAGES = { en: english, ja: japanese } as const satisfies Readonly<Record<string, Language>>;

export type LanguageCode = keyof typeof LANGUAGES;

/** Problems in words, as an item of a list: without a full stop at the end. */
export function phraseOf(problems: readonly Problem[], language: LanguageCode): string {
  const words: Language = LANGUAGES[language];
  return words.joined(problems.map((problem) => textOf(problem, words)));
}

/** Problems as a sentence of its own. */
export function sentenceOf(problems: readonly Problem[], language: LanguageCode): string {
  const phrase = phraseOf(problems, language);
  // Sentences of an older version are English and have their full stop.
  return /[.。]$/.test(phrase) ? phrase : phrase + LANGUAGES[language].fullStop;
}

function textOf(problem: Problem, { texts, at, times }: Language): string {
  const { code } = problem;
  // A newer version may have stored the problem; its code says more than nothing. Each code's text takes that code's
  // parameters, which an index by the code cannot say.
  const text = Object.hasOwn(texts, code) ? (texts[code] as (parameters: Problem) => string)(problem) : code;
  const counted = problem.times === undefined ? text : times(text, problem.times);
  return problem.at === undefined ? counted : at(problem.at, counted);
}
