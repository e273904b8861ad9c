import type { SenderRefusedError } from "../errors.js";
import type { ROWS_BYTES_MAX } from "../json-text.js";
import type { ChunkPage, Publication } from "./chunk-store.js";
import type { DocumentHead } from "./document-head.js";
import type { Enactment, Restoration } from "./enactment.js";
import type { VersionStanding } from "./life.js";
import type { OriginalFile, restoredFor } from "./original-file.js";

/** A version that was published. */
export interface PublishedVersion extends Pick<DocumentHead, "title" | "version"> {
  /** Counts the document's publications from 1, also through its deletion: no number is used twice. */
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly published_at: number;
  /** null: the service itself, or a version from before versions were kept. */
  readonly by_user: string | null;
  /** Who may download its original file while it is published; null: none is kept. */
  readonly original_for: OriginalFile["original_for"] | null;
  readonly effective_from: string;
  readonly note: string | null;
  readonly notice: Enactment["notice"];
  readonly confirm_by: string | null;
  readonly standing: VersionStanding;
  readonly withdrawn: Withdrawal | null;
}

/** Why a version is hidden from readers. */
export interface Withdrawal {
  /** ISO 8601. */
  readonly at: string;
  readonly by_user: string | null;
  readonly reason: string;
}

/**
 * The published versions of each document, in force, past and coming, for administrators. Search, lists and the export
 * MUST know only the version in force. All versions are kept; if a document is deleted, they are removed with it.
 */
export interface VersionArchive {
  /** The versions, the one published last first; null if the document has none. */
  list(document_id: string): Promise<readonly PublishedVersion[] | null>;

  /**
   * The chunks of a version in reading order: the first one, and as many more as fit into `limit` and
   * {@link ROWS_BYTES_MAX}.
   *
   * @param page.after the place (from 0) of the last chunk seen; the answer begins after it
   * @returns null if the document has no such version
   */
  chunks(document_id: string, number: number, page: { limit: number; after?: number }): Promise<ChunkPage | null>;

  /**
   * Publishes the content of a version as a new version that is accepted now, under the rule in force: a waiting draft
   * of the same day, which was accepted earlier, is dropped, and so are such uploads that are still being read. The original file comes with
   * it while it is kept, and readers may download it only if they may download the published version's too
   * ({@link restoredFor}). A label that was the first day of the version becomes that of the new one. MUST be recorded like a publication, with the number that is restored.
   * The sender MUST be checked as the ChunkStore does, with {@link SenderRefusedError}.
   *
   * With four eyes, or if it is not to be published, it is kept as a draft, as in the ChunkStore.
   *
   * @returns null if the document has no such version
   */
  restore(
    document_id: string,
    number: number,
    by_user: string | null,
    restoration?: Restoration,
  ): Promise<Publication | null>;
}
