import type { DocumentEvent, PublicationRefusal, SenderRefusal } from "./publication-plan.js";

type EventOf<Name extends DocumentEvent["event"]> = Omit<Extract<DocumentEvent, { readonly event: Name }>, "by_user">;

/** What ends, hides or corrects published versions, and what returns or removes the waiting draft. */
export type LifeEvent =
  | EventOf<"abolish">
  | EventOf<"cancel-abolition">
  | EventOf<"withdraw">
  | EventOf<"return-draft">
  | EventOf<"delete-draft">
  | EventOf<"change-version">
  | EventOf<"destroy">;

/** Changes of documents' lives, planned by `planPublication`. */
export interface DocumentLives {
  /**
   * Takes effect with the next request, and MUST be recorded in the same transaction; a destroyed version leaves its
   * number and the SHA-256 of its text. The sender MUST be checked as the ChunkStore does.
   *
   * @returns why nothing was changed, also if the successor of an abolished document is not another one with a published
   *   version; null: it was changed
   */
  change(
    document_id: string,
    event: LifeEvent,
    by_user: string | null,
  ): Promise<Exclude<PublicationRefusal, SenderRefusal> | "successor-unknown" | null>;

  /**
   * Removes drafts that were saved before a time (milliseconds since 1970) and never published, at most `limit`.
   * @returns how many
   */
  forgetDrafts(before: number, limit: number): Promise<number>;
}
