import type { ProblemCode, ProblemParameters } from "@retrieval/core/problems";
import type { EntryTexts } from "./entries.js";

/** The text of one language for each code, without a full stop at the end. */
export type TextsOf<Code extends ProblemCode> = {
  readonly [C in Code]: (parameters: ProblemParameters<C>) => string;
};

/** The texts of a language, and how it joins them. */
export interface Language {
  readonly texts: TextsOf<ProblemCode>;
  /** A problem in one part of a list. */
  at(place: string, text: string): string;
  /** A problem that was found several times, or below headings of a file, of which the first are given. */
  found(text: string, times: number, headings: readonly string[]): string;
  /** Several problems, without the last full stop. */
  joined(texts: readonly string[]): string;
  /** After the last problem. */
  readonly fullStop: string;
  readonly entries: EntryTexts;
}
