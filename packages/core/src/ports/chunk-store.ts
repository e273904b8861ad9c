import type { ReaderFilter } from "../access/audience.js";
import type { AccessRules } from "../access/rules.js";
import type { ChunkChanges } from "../chunks/compare.js";
import type { ChunkRelations } from "../chunks/relations.js";
import type { SectionPathElement, StructuredChunk } from "../chunks/structured-chunk.js";
import type { DocumentHead } from "../documents/document-head.js";
import type { SenderNotAdminError } from "../errors.js";
import type { JsonText, ROWS_BYTES_MAX } from "../json-text.js";

/** A new version of a document, whole. */
export interface DocumentVersion extends DocumentHead {
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
  /** Who sent it, checked again when it takes effect; absent or null for the service itself, which is not checked. */
  readonly by_user?: string | null;
  /** When the upload was accepted: a version is only replaced by one that was accepted later. */
  readonly accepted: number;
}

/** What the publication of a version came to. */
export interface Publication {
  /** Against the version published before. */
  readonly changes: ChunkChanges;
  /** true: the version brought a rule, but one that was stated later is in force and stays. */
  readonly rule_outdated: boolean;
}

/** One chunk with what an answer shows beside it, all of the same version of the document. */
export interface FoundChunk {
  readonly document: DocumentHead;
  readonly access_rules: AccessRules;
  readonly chunk: JsonText<StructuredChunk>;
  /**
   * The others of the same scope in document order, then those of the related scopes; at most `related`, and no more
   * than go with the chunk into {@link ROWS_BYTES_MAX}: what comes after the first that does not is left out.
   */
  readonly related: JsonText<readonly StructuredChunk[]>;
  readonly previous_chunk_id: string | null;
  readonly next_chunk_id: string | null;
}

/** The headings of one document. */
export interface FoundOutline {
  readonly document: DocumentHead;
  readonly access_rules: AccessRules;
  /** In reading order; no more than go into {@link ROWS_BYTES_MAX}. */
  readonly headings: readonly { readonly chunk_id: string; readonly section: SectionPathElement }[];
  /** true: the document has more headings. */
  readonly truncated: boolean;
}

/** Where a page of the export ended. */
export interface ExportPosition {
  readonly document_id: string;
  /** The version that was being read; null when the document was read to its end. */
  readonly revision: string | null;
  /** The place of the last chunk seen in it. */
  readonly place: number;
}

export interface ExportQuery {
  /** How many chunks are looked at, at most. */
  readonly limit: number;
  /** null: from the beginning. */
  readonly after: ExportPosition | null;
  /** Only this document. */
  readonly document_id?: string;
  /** Only chunks whose embed_version is not this one. */
  readonly stale?: string;
}

export interface ExportPage {
  /** In code-point order of document_id; those without a chunk on this page are left out. */
  readonly documents: readonly {
    readonly document: DocumentHead;
    readonly access_rules: AccessRules;
    /** In reading order. */
    readonly chunks: readonly StructuredChunk[];
  }[];
  /** Where the next page begins; null at the end. A page MAY be empty and not the last. */
  readonly next: ExportPosition | null;
}

/** A chunk of which somebody has made an embedding, and the text that it was made of. */
export interface EmbeddedChunk {
  readonly chunk_id: string;
  readonly text_hash: string;
}

export interface WrittenEmbedVersions {
  readonly written: number;
  /** chunk_ids whose text is another one by now, in the order given. */
  readonly outdated: readonly string[];
  /** chunk_ids that the published version does not have, in the order given. */
  readonly unknown: readonly string[];
}

/**
 * The chunks of documents: one published version each, and at most one draft waiting beside it.
 *
 * Each change with a `by_user` MUST check, in its own transaction and with the row of that user locked until its end, that
 * the user is an active administrator. A demotion or deactivation that commits first MUST be seen; one that comes later
 * waits for the change. Otherwise the change throws {@link SenderNotAdminError} and writes nothing.
 */
export interface ChunkStore {
  /**
   * The chunk, if it exists in this document's published version and the reader may see the document; else null, with
   * no difference between "no such document", "no such chunk" and "not for this reader". The filter MUST be part of
   * the query. Everything in the answer MUST come from one version, also while another is being published.
   */
  find(
    document_id: string,
    chunk_id: string,
    reader: ReaderFilter,
    limits: { related: number },
  ): Promise<FoundChunk | null>;

  /**
   * The chunks of the published version, or of the draft, in reading order; at most `limit`, and, but for the first, no
   * more than go into {@link ROWS_BYTES_MAX}.
   *
   * @param after the place (from 0) of the last chunk seen; the answer begins after it
   * @returns null if the document has no such version
   */
  list(
    document_id: string,
    page: { draft: boolean; limit: number; after?: number },
  ): Promise<{
    readonly chunks: readonly StructuredChunk[];
    readonly last: number | null;
    readonly more: boolean;
  } | null>;

  /**
   * The headings of the published version in reading order, if the reader may see the document; else null, as `find`.
   * The filter MUST be part of the query.
   */
  outline(document_id: string, reader: ReaderFilter): Promise<FoundOutline | null>;

  /**
   * Makes a version the published one: readers see the old version whole until they see the new one whole, and its
   * rule comes in the same transaction. A waiting draft is dropped if it was accepted earlier. A version that has been
   * published already (the same `accepted`, from a job that ran twice) MUST change nothing. Rules go by the order in
   * which they were stated, not in which work was finished: a rule that was changed after the upload was accepted MUST
   * stay. The publication and its rule MUST be recorded in the same transaction.
   *
   * @returns `"superseded"` if a version accepted later is there already (published, or deleted after it); then nothing
   *   is written
   */
  publish(version: DocumentVersion): Promise<Publication | "superseded">;

  /**
   * Keeps a version as the document's draft, in place of an earlier draft; readers see nothing of it, and its rule comes
   * into force when it is published. The rule that came with the draft of a new document MUST NOT get lost with the
   * draft: whatever takes its place and brings no rule has that one. So has a corrected draft of any document, unless a rule
   * was stated since: that one MUST stay. The draft MUST be recorded in the same transaction; so MUST its end, where it is
   * dropped and not published: by a version that was accepted later, or with its document.
   */
  saveDraft(version: DocumentVersion): Promise<ChunkChanges | "superseded">;

  /**
   * Makes the waiting draft the published version. Its rule was stated when the draft was accepted: one that was changed
   * since MUST stay.
   *
   * @returns null if none is waiting
   */
  publishDraft(document_id: string, by_user?: string | null): Promise<Publication | null>;

  /**
   * A page of the chunks of all published versions, for engines elsewhere; drafts are in none. A page MUST be one state
   * of the database: no chunk goes out with a rule that was replaced, or from a version that was, before the page was
   * read. What one page takes, in rows looked at and in memory, MUST have a bound that does not grow with the store, with
   * `stale` too and however long the texts are.
   *
   * A document that is published anew between two pages begins again with its new version; one that is deleted ends.
   */
  exportPage(query: ExportQuery): Promise<ExportPage>;

  /**
   * Sets `metadata.embed_version`, and nothing else, of those chunks of the published version whose text_hash is the
   * given one, in one transaction: every answer shows it from then on. A new version of the document MUST keep the
   * embed_version of each chunk whose chunk_id, text_hash and `display.breadcrumb` are unchanged (what `embeddingText` is
   * made of), unless it brings its own; so MUST a draft that is published, by the version that it replaces. Where a chunk
   * changes, it MUST be recorded in the same transaction.
   *
   * @param embedded each chunk_id once
   * @returns null if the document has no published version
   */
  writeEmbedVersions(
    document_id: string,
    embed_version: string,
    embedded: readonly EmbeddedChunk[],
    by_user?: string | null,
  ): Promise<WrittenEmbedVersions | null>;
}
