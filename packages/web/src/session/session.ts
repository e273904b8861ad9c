import type { Role } from "@retrieval/core";

/** Who is signed in, as `GET /api/session` says it. Of a person no more is ever shown than number and name (SPEC 1). */
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
