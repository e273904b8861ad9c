import type { ReaderFilter } from "../access/audience.js";
import type { StructuredChunk } from "../chunks/structured-chunk.js";
import type { LifeVersion } from "../documents/readable-lives.js";

/** The waiting draft; its day is null if it will be in force from its publication on. */
export interface ComparableDraft extends Pick<LifeVersion, "revision_id" | "title" | "version" | "note"> {
  readonly number: null;
  readonly effective_from: string | null;
}

/** The texts of documents, for comparisons. In both, the filter MUST be part of the query. */
export interface ComparableVersions {
  /** @returns null without a difference between "no draft", "no such document" and "not for this reader" */
  draft(document_id: string, reader: ReaderFilter): Promise<ComparableDraft | null>;

  /**
   * The chunks of a version or a draft in reading order.
   * @returns null if it is gone, or the document is not for this reader any more
   */
  chunks(document_id: string, revision_id: string, reader: ReaderFilter): Promise<readonly StructuredChunk[] | null>;
}
