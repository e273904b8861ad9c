import type { HeldMeaning } from "./held-meaning.js";
import type { RevisionKey } from "./index-source.js";

/** The text of a document in the index. */
export interface HeldDocument extends RevisionKey {
  /** Its number among the texts. */
  readonly number: number;
  /** Its units are `first_unit` and the following ones. */
  readonly first_unit: number;
  readonly units: number;
  readonly totals: Totals;
  /** The vectors of its chunks, then the heads of its sections. */
  readonly data: Uint8Array;
  readonly heads: number;
  /** The titles of its sections, one a line, folded. */
  readonly titles: string;
  /** null: it has no vectors. */
  readonly meaning: HeldMeaning | null;
}

/** What statistics are made of. Sections are those with text, lengths in terms. */
export interface Totals {
  readonly sections: number;
  readonly units: number;
  readonly unit_length: number;
  /** All chunks, also those of sections without text. */
  readonly all_chunks: number;
  /** Those of sections with text. Headings are scored too, so they are in the mean. */
  readonly chunks: number;
  readonly chunk_length: number;
}
