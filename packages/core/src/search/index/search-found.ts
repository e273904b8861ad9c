import type { ReaderFilter } from "../../access/audience.js";
import type { TextType } from "../../chunks/structured-chunk.js";
import type { QuestionTerm } from "./question.js";

/** The place of a section in the order of an answer. */
export interface SectionKey {
  /** Sections of a named article or document come first: 2, 1 or 0. */
  readonly tier: number;
  /** Whether its best chunk was added to its score, as for the first sections of an answer. */
  readonly refined: boolean;
  /** In units of {@link SCORE_UNIT}: a whole number, so that it compares exactly after a round trip. */
  readonly score: number;
  readonly document_id: string;
  /** The place of the section's first chunk. */
  readonly place: number;
}

/** The weights of a question's terms for one reader; the pages of an answer share them. */
export interface QuestionWeights {
  /** Tells these terms from others: between two pages the vocabulary or a correction of spelling may have changed. */
  readonly terms_hash: number;
  /** One for each term. */
  readonly weights: readonly number[];
  /** In terms. */
  readonly mean_section_length: number;
  readonly mean_chunk_length: number;
}

/** A question's meaning, and how much it counts. */
export interface MeaningAsk {
  /** Only vectors of this model and of this dimension are compared. */
  readonly model: string;
  /** Of length 1. */
  readonly vector: Float32Array;
  /** The share of words in the order of an answer, from 0 to 1. */
  readonly words_share: number;
  /** From this similarity on the best part makes the search fit. */
  readonly fits_from: number;
}

/**
 * What the pages before showed of the sections that a model has placed, by their marks (see `sectionMark`). The model may
 * not answer again, or another way.
 */
export interface PlacedSections {
  readonly shown: readonly string[];
  /** What comes next, in this order. */
  readonly next: readonly string[];
  /** How many of those shown were found by meaning alone. */
  readonly alone: number;
  /** Whether the first page fitted. */
  readonly fits: boolean;
}

export interface SearchAsk {
  readonly query: string;
  readonly reader: ReaderFilter;
  readonly limit: number;
  /** Where the page before ended, with the weights of the answer's first page if the terms are the same. */
  readonly from: {
    /** The last section of the page before; null: a model has placed it. From the first key on, words alone decide. */
    readonly after: SectionKey | null;
    readonly weights: QuestionWeights;
    /** Absent or null: no model has placed any section. */
    readonly placed?: PlacedSections | null;
  } | null;
  readonly doc_ids: readonly string[] | null;
  readonly text_types: readonly TextType[] | null;
  /** null: words alone decide. */
  readonly meaning: MeaningAsk | null;
  /**
   * For a question with phrases: the sections, of those that `phraseCandidates` answered, whose text has the phrases.
   * Only they are found. Absent or null: phrases are searched as words.
   */
  readonly accepted?: readonly Pick<SectionKey, "document_id" | "place">[] | null;
}

/** The places of a paragraph and of the list or table behind it: the first may announce the second. */
export type Pair = readonly [lead: number, items: number];

/** A section that was found, by the places of its chunks. */
export interface FoundSection extends SectionKey {
  readonly revision_id: string;
  readonly section_id: string;
  /** The number of chunks of the section, from `place` on. */
  readonly chunks: number;
  /** The chunk that answers best; never a heading if the section has text. */
  readonly best: number;
  /** Up to three, in document order, `best` among them. */
  readonly passages: readonly number[];
  /** Paragraphs among the passages with the list or table behind them, and lists with the paragraph before them. */
  readonly pairs: readonly Pair[];
  /** The share of the question that the section's words cover, from 0 to 1. */
  readonly fit: number;
  /** Meaning had a part in its place, so `score` is from 0 to {@link SCORE_UNIT}, or a page before had placed it. */
  readonly placed: boolean;
  /** Found by meaning alone. */
  readonly alone: boolean;
}

export interface SearchFound {
  /** Best first, at most `limit`. */
  readonly sections: readonly FoundSection[];
  readonly more: boolean;
  /** Sections that match, among those that the reader may see and the filters keep: the sum of all pages. */
  readonly total: number;
  /** Whether meaning had a part in this page: not after the sections that it has placed, and not without vectors. */
  readonly by_meaning: boolean;
  /** Up to ten; those that the question names first, then by their number of matching sections. */
  readonly documents: readonly {
    readonly document_id: string;
    readonly revision_id: string;
    readonly title: string;
    readonly sections: number;
    readonly named: boolean;
  }[];
  /** Whether the best section covers enough of the question, or is close enough to it; not influenced by filters. */
  readonly fits: boolean;
  /** The terms that were searched, with their weights; for highlights and windows. */
  readonly terms: readonly (QuestionTerm & { readonly weight: number })[];
  readonly widened: readonly { readonly said: string; readonly also: readonly string[] }[];
  readonly corrected: readonly { readonly written: string; readonly read_as: string }[];
  readonly weights: QuestionWeights;
}

/** How many sections words and meaning each propose, and how many of them stay in the order of both. */
export const FUSED = 100;

/** The unit of {@link SectionKey}'s scores. */
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
