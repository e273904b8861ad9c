import type { ReaderFilter } from "../access/audience.js";
import type { AccessRules } from "../access/rules.js";
import type { ChunkChanges } from "../chunks/compare.js";
import type { ChunkRelations } from "../chunks/relations.js";
import type { SectionPathElement, SectionType, StructuredChunk } from "../chunks/structured-chunk.js";
import type { SenderRefusedError } from "../errors.js";
import type { JsonText, ROWS_BYTES_MAX } from "../json-text.js";
import type { DocumentFields } from "./document-fields.js";
import type { DocumentHead, PublishedHead } from "./document-head.js";
import type { DraftPublication, Enactment } from "./enactment.js";
import type { VersionStanding } from "./life.js";
import type { OriginalFile, UploadedOriginal } from "./original-file.js";

/** A new version of a document, whole. */
export interface DocumentVersion extends DocumentHead, Partial<Enactment> {
  /** true: the sender asked for no `version`, so a published version that is the same otherwise keeps its own. */
  readonly version_is_default?: boolean;
  /** In reading order. */
  readonly chunks: readonly StructuredChunk[];
  /** One for each chunk, in the same order. */
  readonly relations: readonly ChunkRelations[];
  /**
   * The rule that comes with it; null leaves the rule that the document has, or had before it was deleted, and gives a
   * new document `default_rules`.
   */
  readonly access_rules: AccessRules | null;
  readonly default_rules: AccessRules;
  /** The fields of the document that it changes, also as a draft: versions share them. */
  readonly fields?: Partial<DocumentFields>;
  /**
   * The sender, checked again when the version takes effect; absent or null for the service itself, which is not
   * checked.
   */
  readonly by_user?: string | null;
  /** The upload's number in the order of acceptance: only a version that was accepted later replaces this one. */
  readonly accepted: number;
  /** The uploaded file, to be kept; absent or null for none. */
  readonly original?: UploadedOriginal | null;
}

/** Which draft a change is about. */
export interface OfDraft {
  /** Its `accepted` (If-Match); absent or null: the one that waits. */
  readonly expected_draft?: number | null;
}

/** The result of publishing a version. */
export interface Publication {
  /** Compared with the version published before. */
  readonly changes: ChunkChanges;
  /** true: the published version is the same, so it stays and nothing was published. */
  readonly unchanged: boolean;
  /** true: the version brought a rule, but one that was stated later is in force and stays. */
  readonly rule_outdated: boolean;
  /** true: the version brought another rule than the published one had, and it is in force now. */
  readonly rule_replaced: boolean;
  /** true: it is kept as a draft, which another administrator than its uploader publishes. */
  readonly needs_approval: boolean;
  /** The version, and its place among those of other days; null: nothing was published. */
  readonly published: PublishedPlace | null;
}

/** A version among those of other days. */
export interface PublishedPlace extends Pick<DocumentHead, "version"> {
  readonly number: number;
  readonly effective_from: string;
  readonly day: string;
  readonly standing: VersionStanding;
  /** From when the version in force today is in force, or the document abolished. */
  readonly in_force_from: string | null;
  /** The day of the abolition after which it puts the document in force again; null: there is none. */
  readonly abolished_on: string | null;
}

export interface ChunkPage {
  readonly chunks: readonly StructuredChunk[];
  readonly last: number | null;
  readonly more: boolean;
}

/** One chunk with the other parts of its answer, all from the same version of the document. */
export interface FoundChunk {
  readonly document: DocumentHead;
  readonly access_rules: AccessRules;
  readonly chunk: JsonText<StructuredChunk>;
  /**
   * The other chunks of the same scope in document order, then those of the related scopes; at most `related`, and only
   * as many as fit into {@link ROWS_BYTES_MAX} with the chunk: the list ends before the first that does not fit.
   */
  readonly related: JsonText<readonly StructuredChunk[]>;
  /**
   * The chunks of `related`, in its order, and then the first chunk of each related scope that the list does not reach.
   * `beyond`: whether the chunk is outside the scope of the found one.
   */
  readonly related_ids: readonly { readonly chunk_id: string; readonly beyond: boolean }[];
  /** The type of the innermost article, annex or supplement of the chunk's section_path; null outside all of them. */
  readonly scope_type: SectionType | null;
  readonly previous_chunk_id: string | null;
  readonly next_chunk_id: string | null;
}

/** A chunk of the version in force, for a comparison with a quote. */
export interface FoundPassage {
  readonly chunk_id: string;
  readonly document_id: string;
  readonly access_rules: AccessRules;
  readonly version: string;
  readonly version_number: number;
  readonly effective_from: string;
  /** `sha256:<hex>`, see `textHash`. */
  readonly text_hash: string;
  /** Its texts that are displayed. */
  readonly texts: readonly string[];
}

/** The headings of one document. */
export interface FoundOutline {
  readonly document: PublishedHead;
  readonly access_rules: AccessRules;
  /** In reading order; only as many as fit into {@link ROWS_BYTES_MAX}. */
  readonly headings: readonly { readonly chunk_id: string; readonly section: SectionPathElement }[];
  /** true: the document has more headings. */
  readonly truncated: boolean;
  /** Who of its readers may download the uploaded file; null: none is kept. */
  readonly original_for: OriginalFile["original_for"] | null;
}

/** The part of a document to read: some chunks around a passage, or those after or before a place of a revision. */
export type PartToRead =
  | {
      /** A chunk_id or a section's scope; null: the beginning of the document. */
      readonly around: string | null;
    }
  | { readonly revision: string; readonly from: number }
  | { readonly revision: string; readonly until: number };

/** Consecutive chunks of one document, all from the same version. */
export interface FoundPart {
  readonly document: PublishedHead;
  readonly access_rules: AccessRules;
  /** Identifies the published version; another one has another revision. */
  readonly revision: string;
  /** How many chunks the document has. */
  readonly total: number;
  /** The place (from 0) of the first of `chunks`; null: there is no such passage, or no chunk at this place. */
  readonly first: number | null;
  /** In reading order. */
  readonly chunks: JsonText<readonly StructuredChunk[]>;
  /** The scope of each of `chunks`. */
  readonly sections: readonly string[];
  /** The related scopes of each of these scopes that has any, in reading order. */
  readonly related_sections: readonly { readonly section: string; readonly related: readonly string[] }[];
}

/**
 * The chunks of documents: for each document one published version and at most one waiting draft.
 *
 * Each change with a `by_user` MUST check, in its own transaction and with the row of that user locked until its end,
 * that the user is an active administrator, and one of the document's editors if any of them is an active administrator.
 * A demotion or deactivation that commits first MUST be seen; one that comes later waits for the change. Otherwise the
 * change throws {@link SenderRefusedError} and writes nothing.
 *
 * With four eyes, no user publishes what they uploaded: a version that a user publishes MUST be kept as a draft, unless it
 * is what the document shows already, and who uploaded the draft MUST NOT publish it.
 */
export interface ChunkStore {
  /**
   * Returns the chunk if it exists in this document's published version and the reader may see the document; otherwise
   * null, without a difference between "no such document", "no such chunk" and "not for this reader". The filter MUST
   * be part of the query. Everything in the answer MUST come from one version, even while another is being published.
   */
  find(
    document_id: string,
    chunk_id: string,
    reader: ReaderFilter,
    limits: { related: number },
  ): Promise<FoundChunk | null>;

  /**
   * Those of these chunks that are in the version in force of their documents, in any order, for this reader: like
   * `find`. The filter MUST be part of the query, and all of the answer MUST be of one state of the database.
   *
   * @param chunk_ids well-formed and each once; a chunk_id begins with its document_id
   */
  findPassages(chunk_ids: readonly string[], reader: ReaderFilter): Promise<readonly FoundPassage[]>;

  /**
   * The chunks of the published version, or of the draft, in reading order: the first one, and as many more as fit into
   * `limit` and {@link ROWS_BYTES_MAX}.
   *
   * @param after the place (from 0) of the last chunk seen; the answer begins after it
   * @returns null if the document has no such version
   */
  list(document_id: string, page: { draft: boolean; limit: number; after?: number }): Promise<ChunkPage | null>;

  /**
   * The headings of the published version in reading order, if the reader may see the document; otherwise null, like
   * `find`. The filter MUST be part of the query.
   *
   * @param revision_id of another version of the document
   */
  outline(document_id: string, reader: ReaderFilter, revision_id?: string): Promise<FoundOutline | null>;

  /**
   * Up to `limit` chunks of the published version, if the reader may see the document; otherwise null, like `find`. The
   * filter MUST be part of the query, and everything in the answer MUST come from one version. A passage is answered
   * with up to a quarter of `limit` chunks before it. As many chunks are answered as fit into {@link ROWS_BYTES_MAX},
   * the passage and what follows it first, and at least one. A place of another revision is not looked up: then `first`
   * is null.
   *
   * @param revision_id of another version of the document
   */
  read(
    document_id: string,
    part: PartToRead,
    limit: number,
    reader: ReaderFilter,
    revision_id?: string,
  ): Promise<FoundPart | null>;

  /**
   * Publishes a version: readers see the whole old version until they see the whole new one, and its rule takes effect
   * in the same transaction. A waiting draft is dropped if it was accepted earlier. A version that has been published
   * already (the same `accepted`, from a job that ran twice) MUST change nothing. For rules, the order in which they
   * were stated counts, not the order in which jobs end: a rule that was changed after the upload was accepted MUST
   * stay. The publication and its rule MUST be recorded in the same transaction.
   *
   * A version that the document shows already MUST NOT be published again: its chunks with their relations, its title, the rule and the file that it brings and, if the sender
   * asked for them, its `version` and who may download the file are those of the published version. Then that version
   * stays with its `version` and its older versions. Otherwise the upload takes effect as any other, also on a waiting
   * draft and on uploads that were accepted earlier. It MUST be recorded in the same transaction.
   *
   * @returns `"superseded"` if a version or a deletion that was accepted later has already taken effect; then nothing
   *   is written
   */
  publish(version: DocumentVersion): Promise<Publication | "superseded">;

  /**
   * Stores a version as the document's draft, in place of an earlier draft. Readers see nothing of it, and its rule
   * comes into force when it is published. The rule that came with the draft of a new document MUST NOT get lost with
   * the draft: a version that replaces the draft and brings no rule has that one. So has a corrected draft of any
   * document, unless a rule was stated since: that one MUST stay. The draft MUST be recorded in the same transaction.
   * A draft that is sent again MUST keep the comment with which it was returned.
   * If a version that was accepted later, or the deletion of the document, drops the draft, its end MUST be recorded in
   * that transaction.
   */
  saveDraft(version: DocumentVersion): Promise<ChunkChanges | "superseded">;

  /**
   * Publishes the waiting draft. Its rule was stated when the draft was accepted: a rule that was changed since MUST
   * stay.
   *
   * @param enactment fields that replace those of the draft
   * @returns null if no draft waits
   * @throws ChangeRefusedError if another draft waits than the expected one
   */
  publishDraft(
    document_id: string,
    by_user?: string | null,
    publication?: DraftPublication & OfDraft,
  ): Promise<Publication | null>;
}
