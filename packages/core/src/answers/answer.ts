import type { SectionResult } from "../search/results/section-results.js";
import type { AnswerEnd } from "./answer-end.js";

/** A section that was found. */
export interface AnswerSource extends Pick<SectionResult, "doc" | "section"> {
  /** From 1. */
  readonly number: number;
  /** The chunk that fits best. */
  readonly chunk_id: string;
}

/** A cell of a table's row with the name of its column; "" without one. */
export interface NamedCell {
  readonly column: string;
  readonly text: string;
}

/** A sentence, an item of a list, or a row of a table, in the document's own words. */
export interface AnswerUnit {
  readonly chunk_id: string;
  readonly text: string;
  /** Of a row of a table: the cells that `text` says; null for other texts. */
  readonly cells: readonly NamedCell[] | null;
  /** How many of the units before it announce it or are what it is an item of. */
  readonly level: number;
  /** UTF-16 offsets in display.body_text of its chunk, or in display.body_md where that is null. */
  readonly start: number;
  readonly end: number;
  /** The text there. */
  readonly quote: string;
  /** Whether the section has other text between this unit and the one before, or before the first one. */
  readonly omitted_before: boolean;
  /** Of a row: how many rows its table has; those left out are no other text. */
  readonly table_rows: number | null;
}

/** Units of one section, in document order; at least one. */
export interface SectionAnswer extends Pick<SectionResult, "doc" | "section"> {
  readonly units: readonly AnswerUnit[];
  /** Whether the section has other text after the last unit. */
  readonly omitted_after: boolean;
  /** The next version of the document, if it changes the text of this section; null otherwise. */
  readonly coming: { readonly effective_from: string; readonly version_number: number } | null;
}

export interface QuestionAnswer extends AnswerEnd {
  /** At most five, best first. */
  readonly sources: readonly AnswerSource[];
  /** null: the outcome is not `answer`. */
  readonly answer: SectionAnswer | null;
}
