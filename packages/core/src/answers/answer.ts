import type { SectionResult } from "../search/found-results.js";
import type { AnswerEnd } from "./outcomes.js";

/** A section that an answer cites, or that its model may cite. */
export interface AnswerSource extends Pick<SectionResult, "doc" | "section"> {
  /** From 1. */
  readonly number: number;
  /** Where the first quote from it is that is no context, or the chunk that fits best. */
  readonly chunk_id: string;
}

export interface Citation {
  /** The number of its source. */
  readonly source: number;
  readonly chunk_id: string;
  /** UTF-16 offsets in display.body_text of that chunk, or in display.body_md where that is null. */
  readonly start: number;
  readonly end: number;
  /** The text there. */
  readonly quote: string;
}

/** A cell of a table's row with the name of its column; "" without one. */
export interface NamedCell {
  readonly column: string;
  readonly text: string;
}

export interface AnswerSentence {
  readonly text: string;
  /** Of a row of a table: the cells that `text` says; null for other texts. */
  readonly cells: readonly NamedCell[] | null;
  /** How many of the sentences before it announce it or are what it is an item of. */
  readonly level: number;
  /** true: it stands beside what answers, in a short section that is quoted whole, so that no exception is missed. */
  readonly is_context: boolean;
  readonly citations: readonly Citation[];
}

export interface QuestionAnswer extends AnswerEnd {
  readonly sources: readonly AnswerSource[];
  readonly sentences: readonly AnswerSentence[];
}

/** An answer as it comes: its sources, each sentence, and its end, which is always the last. */
export type AnswerEvent =
  | { readonly event: "sources"; readonly data: { readonly sources: readonly AnswerSource[] } }
  | { readonly event: "sentence"; readonly data: AnswerSentence }
  | { readonly event: "done"; readonly data: AnswerEnd };

/** An answer as far as it has come; `end` is null until it has ended. */
export interface AnswerSoFar extends Pick<QuestionAnswer, "sources" | "sentences"> {
  readonly end: AnswerEnd | null;
}

export const NO_ANSWER_YET: AnswerSoFar = { sources: [], sentences: [], end: null };

export function withEvent(answer: AnswerSoFar, { event, data }: AnswerEvent): AnswerSoFar {
  if (event === "sources") return { ...answer, sources: data.sources };
  if (event === "sentence") return { ...answer, sentences: [...answer.sentences, data] };
  return { ...answer, end: data };
}
