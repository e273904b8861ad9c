/**
 * Bounds how many tokens a user creates, because each of them is an audit entry of its own: in a sum, a thief's token would
 * have no name. It MUST return at once and MUST NOT throw.
 */
export interface TokenAudit {
  /** false: the user has created so many tokens in this hour that the next one MUST be refused. */
  hasRoom(kind: "token-created", user_id: string): boolean;

  tokenCreated(user_id: string): void;
}
