import type { AccessRules } from "../../access/rules.js";
import type { StructuredChunk } from "../../chunks/structured-chunk.js";
import type { DocumentHead } from "../../documents/document-head.js";
import type { Generation } from "../index/index-source.js";
import type { SectionRange } from "../ranking/search-hits.js";

/** A document that the index found, in the revision that the index holds. */
interface FoundRevision {
  readonly document_id: string;
  readonly revision_id: string;
}

/** The chunks to read of a document. */
export interface HitPlaces extends FoundRevision {
  /** Of the chunks that are shown, each once. */
  readonly places: readonly number[];
}

export interface HitChunk {
  readonly place: number;
  readonly chunk: StructuredChunk;
}

export interface HitDocument extends FoundRevision {
  readonly document: DocumentHead;
  /** The rule in force now. */
  readonly access_rules: AccessRules;
  /** In reading order. */
  readonly chunks: readonly HitChunk[];
}

export interface ReadHits {
  /** The state of the database that was read. */
  readonly generation: Generation;
  /** Those that still have that published revision, in the same order. */
  readonly documents: readonly HitDocument[];
}

/**
 * Reads by key what an index in memory found. The rule in each answer MUST be the one in force in the state that was
 * read: the caller decides by it once more. Every answer MUST be one state of the database, whatever commits meanwhile.
 *
 * The reads MUST end when the time limit is over, in the database too.
 */
export interface HitReader {
  /**
   * The amount read MUST have a bound, because chunks that were stored earlier can be long: further chunks are left out,
   * but never the first one.
   *
   * @param limits.timeout_ms above 0
   * @returns null if the time limit ended it
   */
  read(hits: readonly HitPlaces[], limits: { readonly timeout_ms: number }): Promise<ReadHits | null>;

  /**
   * The texts of sections, for the check of phrases: for each, in the same order, `content` of its chunks, or
   * `content_md` where that is null, in reading order. null for a section that is no longer published, and for all from
   * the first one on that exceeds a bound of characters; the first section is always read.
   *
   * @returns null if the time limit ended it
   */
  texts(
    sections: readonly SectionRange[],
    limits: { readonly timeout_ms: number },
  ): Promise<readonly (readonly string[] | null)[] | null>;
}
