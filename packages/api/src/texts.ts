import type { StoredEntry } from "@retrieval/core/ports";
import type { Problem } from "@retrieval/core/problems";
import { english } from "./texts/english.js";
import { type EntryNames, entryText } from "./texts/entries.js";
import { japanese } from "./texts/japanese.js";
import type { Language } from "./texts/table.js";

/** The languages of the service's texts; the first is the default. */
export const LANGUAGES = { en: english, ja: japanese } as const satisfies Readonly<Record<string, Language>>;

export type LanguageCode = keyof typeof LANGUAGES;

/** The text of problems as an item of a list, without a full stop at the end. */
export function phraseOf(problems: readonly Problem[], language: LanguageCode): string {
  const words: Language = LANGUAGES[language];
  return words.joined(problems.map((problem) => textOf(problem, words)));
}

/** What an audit entry says, as a sentence without a full stop. */
export function entrySentence(entry: StoredEntry, names: EntryNames, language: LanguageCode): string {
  return entryText(entry, names, LANGUAGES[language].entries);
}

/** The text of problems as a sentence. */
export function sentenceOf(problems: readonly Problem[], language: LanguageCode): string {
  return phraseOf(problems, language) + LANGUAGES[language].fullStop;
}

function textOf(problem: Problem, { texts, at, found }: Language): string {
  const { code } = problem;
  // A newer version may have stored a code that this one does not know; then the code itself is shown. The cast is
  // needed because TypeScript cannot relate the code to its text's parameters.
  const text = Object.hasOwn(texts, code) ? (texts[code] as (parameters: Problem) => string)(problem) : code;
  const { times = 1, headings = [] } = problem;
  const placed = times > 1 || headings.length > 0 ? found(text, times, headings) : text;
  return problem.at === undefined ? placed : at(problem.at, placed);
}
