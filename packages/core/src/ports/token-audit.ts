import type { OwnActKind } from "../audit/own-acts.js";

type TokenKind = OwnActKind & `token-${string}`;

/**
 * Decides which changes of a user's own tokens are audit entries of their own, so that no user fills the log. It MUST
 * return at once and MUST NOT throw.
 */
export interface TokenAudit {
  /** false: the user has added so many entries of this kind in this hour that the change MUST NOT add another one. */
  hasRoom(kind: TokenKind, user_id: string): boolean;

  /**
   * Counts a change that was made.
   * @param isRecorded whether it added its entry; otherwise it is summed
   */
  counted(kind: TokenKind, user_id: string, isRecorded: boolean): void;
}
