import type { ReaderFilter } from "../../access/audience.js";
import type { TextType } from "../../chunks/structured-chunk.js";
import type { QuestionTerm } from "../question/question.js";
import type { Widening } from "../question/vocabulary.js";

/** A question's meaning, and how much it counts. */
export interface MeaningAsk {
  /** Of length 1. Only vectors of its dimension are compared. */
  readonly vector: Float32Array;
  /** The share of words in the order of an answer, from 0 to 1. */
  readonly words_share: number;
  /** The similarities of what has nothing in common, see `Calibration`. */
  readonly similarity: { readonly mean: number; readonly deviation: number };
}

export interface SearchAsk {
  readonly query: string;
  readonly reader: ReaderFilter;
  /** At most `RESULTS_MAX`. */
  readonly limit: number;
  readonly doc_ids: readonly string[] | null;
  readonly text_types: readonly TextType[] | null;
  /** null: words alone decide. */
  readonly meaning: MeaningAsk | null;
  /**
   * For a question with phrases: the sections, of those that `phraseCandidates` answered, whose text has the phrases.
   * Only they are found. Absent or null: phrases are searched as words.
   */
  readonly accepted?: readonly Pick<SectionHit, "document_id" | "revision_id" | "place">[] | null;
}

/** What an engine of sections is asked. Who asks is known to the directory alone. */
export type SectionAsk = Omit<SearchAsk, "reader">;

/** A part of a section that was embedded, by the places of its chunks, and how close it is to the question. */
export interface ComparedPart {
  readonly place: number;
  readonly chunks: number;
  /** In deviations above the mean similarity of what has nothing in common. */
  readonly closeness: number;
}

/** A section that was found, by the places of its chunks. */
export interface SectionHit {
  /** Sections of a named article or document come first: 2, 1 or 0. */
  readonly tier: number;
  /** A whole number, in units of {@link SCORE_UNIT}; at most one unit if the search was by meaning. */
  readonly score: number;
  readonly document_id: string;
  readonly revision_id: string;
  /** The place of the section's first chunk. */
  readonly place: number;
  readonly section_id: string;
  /** The number of chunks of the section, from `place` on. */
  readonly chunks: number;
  /** The chunk that answers best; never a heading if the section has text. */
  readonly best: number;
  /** The share of the question that the section's words cover, from 0 to 1. */
  readonly fit: number;
  /** In document order; a long chunk has several. Of the first {@link COMPARED} sections of a search by meaning; otherwise none. */
  readonly parts: readonly ComparedPart[];
}

/** Of how many sections a search by meaning tells the closeness of each part. */
export const COMPARED = 5;

/** Where the chunks of a section are. */
export type SectionRange = Pick<SectionHit, "document_id" | "revision_id" | "place" | "chunks">;

export interface SearchHits {
  /** Best first, at most `limit`. */
  readonly sections: readonly SectionHit[];
  /** Sections that match, among those that the reader may see and the filters keep. */
  readonly total: number;
  /** Whether meaning had a part in the order: not without vectors. */
  readonly by_meaning: boolean;
  /** Up to ten; those that the question names first, then by their number of matching sections. */
  readonly documents: readonly {
    readonly document_id: string;
    readonly revision_id: string;
    readonly sections: number;
    readonly named: boolean;
  }[];
  /** Whether the best section covers enough of the question, or is close enough to it; not influenced by filters. */
  readonly fits: boolean;
  /** The terms that were searched, with their weights; for highlights and windows. */
  readonly terms: readonly (QuestionTerm & { readonly weight: number })[];
  readonly widened: readonly Widening[];
  readonly corrected: readonly { readonly written: string; readonly read_as: string }[];
}

/** The unit of scores. */
export const SCORE_UNIT = 1_000_000;

export interface Suggestion {
  readonly text: string;
  /** null for a word of the vocabulary. */
  readonly document_id: string | null;
  /** Of the document; null without one. */
  readonly revision_id: string | null;
  /** The first chunk of the section; null for a document's title. */
  readonly chunk_id: string | null;
}
