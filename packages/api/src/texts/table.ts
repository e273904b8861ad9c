import type { ProblemCode, ProblemParameters } from "@retrieval/core/problems";

/** The words of one language for each of these codes. They have no full stop at their end. */
export type TextsOf<Code extends ProblemCode> = {
  readonly [C in Code]: (parameters: ProblemParameters<C>) => string;
};

/** How a language puts problems together. */
export interface Language {
  readonly texts: TextsOf<ProblemCode>;
  /** A problem of one part of a list. */
  at(place: string, text: string): string;
  /** A problem that was found so often. */
  times(text: string, times: number): string;
  /** Several of them, without the last full stop. */
  joined(texts: readonly string[]): string;
  /** After the last one. */
  readonly fullStop: string;
}
