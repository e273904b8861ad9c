import type { Refusal } from "../errors.js";

/** What administrators put on every user's front page. */
export interface FrontPage {
  /** Each is a search of one click, in this order. */
  readonly questions: readonly string[];
  /** Counts its changes, from 1. */
  readonly version: number;
}

export interface FrontPageStore {
  read(): Promise<FrontPage>;

  /**
   * Replaces the questions. Of changes at the same time, each MUST be compared with what the one before has left. A
   * change MUST be recorded in the same transaction; the same questions again MUST change and record nothing.
   *
   * @param expected the version that the change was made from; null overwrites any version
   * @param by_user checked as the `ChunkStore` does
   * @returns the front page as it is now, or PRECONDITION_FAILED
   * @throws SenderNotAdminError
   */
  change(questions: readonly string[], expected: number | null, by_user: string): Promise<FrontPage | Refusal>;
}
