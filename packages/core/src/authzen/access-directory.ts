import type { Reader, ReaderFilter } from "../access/audience.js";
import type { AccessRules } from "../access/rules.js";

/** A document with a version in force. */
export interface RuledDocument {
  readonly document_id: string;
  readonly access_rules: AccessRules;
}

/** A page of a list in code-point order of its ids. */
export interface IdPage {
  readonly limit: number;
  /** Only what comes after this id; absent: from the first one. */
  readonly after?: string;
}

/** Who may read what now: active users, and documents with a version in force. MUST NOT answer from a cache. */
export interface AccessDirectory {
  /** Those of these users and documents that there are, of one state of the database. */
  find(
    user_ids: readonly string[],
    document_ids: readonly string[],
  ): Promise<{ readonly readers: readonly Reader[]; readonly documents: readonly RuledDocument[] }>;

  /** The users who may read the document. The rule MUST be part of the query. */
  readersOf(
    document_id: string,
    page: IdPage,
  ): Promise<readonly { readonly reader: Reader; readonly access_rules: AccessRules }[]>;

  /** The documents that the reader may read. The filter MUST be part of the query. */
  documentsFor(reader: ReaderFilter, page: IdPage): Promise<readonly RuledDocument[]>;
}
