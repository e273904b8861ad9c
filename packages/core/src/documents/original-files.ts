import type { ReaderFilter } from "../access/audience.js";
import type { AccessRules } from "../access/rules.js";
import type { DocumentHead } from "./document-head.js";
import type { OriginalFile } from "./original-file.js";

/** The uploaded file of a published version, with its document's rule. */
export interface FoundOriginal extends OriginalFile {
  readonly document: DocumentHead;
  readonly access_rules: AccessRules;
  /** The size in bytes. */
  readonly bytes: number;
  /**
   * The content. Each part is read when it is asked for, and holds no connection until then; it fails if the file is
   * removed before the last.
   */
  readonly parts: () => AsyncIterable<Uint8Array>;
}

/**
 * The files that documents were uploaded as. They come and go with versions: the `DocumentVersion` of a
 * publication or a draft brings one, the same content is stored once, and only the newest versions of a document keep
 * theirs. One part of a file at a time MUST be enough memory to read it.
 */
export interface OriginalFiles {
  /**
   * The file of the published version, if the reader may see the document; otherwise null, without a difference between
   * "no such document", "no file" and "not for this reader". The filter MUST be part of the query.
   *
   * @param revision_id of another version of the document
   */
  find(document_id: string, reader: ReaderFilter, revision_id?: string): Promise<FoundOriginal | null>;
}
