import type { Role } from "@retrieval/core";

/** The signed-in user, as in `GET /api/session`. The pages show only a user's number and name (SPEC 1). */
export interface SessionView {
  readonly user_id: string;
  readonly display_name: string;
  readonly role: Role;
  /** ISO 8601. */
  readonly expires_at: string;
}

export interface Session extends SessionView {
  readonly token: string;
}
