import type { ReaderFilter } from "../access/audience.js";
import type { AccessRules } from "../access/rules.js";
import type { ShownFields } from "./document-fields.js";
import type { PublishedHead } from "./document-head.js";
import type { Abolition, DatedVersion, DocumentLife } from "./life.js";
import type { OriginalFile } from "./original-file.js";

/** A published version as its document's life has it. */
export interface LifeVersion extends DatedVersion, Omit<PublishedHead, "document_id"> {
  readonly revision_id: string;
  readonly note: string | null;
  readonly notice: "none" | "tell" | "confirm";
  readonly confirm_by: string | null;
  /** Why, and on which day, it was withdrawn; null: it was not. */
  readonly reason: string | null;
  readonly withdrawn_on: string | null;
  readonly original_for: OriginalFile["original_for"] | null;
}

/** The end of a document, as it was decided. */
export interface DecidedAbolition extends Abolition {
  readonly reason: string;
  /** The document_id of its successor; null: none is named. */
  readonly replaced_by: string | null;
}

/** A document with all of its versions, as one state of the database has them. */
export interface FoundLife extends DocumentLife<LifeVersion> {
  readonly document_id: string;
  readonly access_rules: AccessRules;
  readonly fields: ShownFields;
  readonly abolitions: readonly DecidedAbolition[];
  /** The day for which the document points to its version in force. */
  readonly day: string;
}

/** The lives of documents, for those who may read them. */
export interface ReadableLives {
  /**
   * The document with its versions, also if none is in force; null, without a difference, if it has no published
   * version or the reader may not see it by its rule. The filter MUST be part of the query.
   */
  find(document_id: string, reader: ReaderFilter): Promise<FoundLife | null>;
}
