import type { ReaderFilter } from "../access/audience.js";
import type { AccessRules } from "../access/rules.js";
import type { StructuredChunk } from "../chunks/structured-chunk.js";
import type { Abolition, DatedVersion } from "../documents/life.js";

/** A published version, as far as it decides what may be compared and how a comparison names it. */
export interface ComparableVersion extends DatedVersion {
  /** Names its chunks. */
  readonly revision: string;
  readonly version: string;
  /** Why the document was changed. */
  readonly note: string | null;
  readonly notice: "none" | "tell" | "confirm";
}

/** The waiting draft; its day is null if it will be in force from its publication on. */
export interface ComparableDraft extends Pick<ComparableVersion, "revision" | "version" | "note"> {
  readonly number: null;
  readonly effective_from: string | null;
}

/** A document with what can be compared of it. */
export interface ComparableDocument {
  readonly title: string;
  readonly access_rules: AccessRules;
  readonly history: "admins" | "readers";
  readonly abolished: Abolition | null;
  readonly versions: readonly ComparableVersion[];
  readonly draft: ComparableDraft | null;
}

/** The versions of documents and their chunks, for comparisons. In both, the filter MUST be part of the query. */
export interface ComparableVersions {
  /** @returns null without a difference between "no such document" and "not for this reader" */
  find(document_id: string, reader: ReaderFilter): Promise<ComparableDocument | null>;

  /**
   * The chunks of a version or a draft in reading order.
   * @returns null if it is gone, or the document is not for this reader any more
   */
  chunks(document_id: string, revision: string, reader: ReaderFilter): Promise<readonly StructuredChunk[] | null>;
}
