import { USERS_PER_IMPORT } from "@retrieval/core/limits";
import type { UserChange } from "@retrieval/core/users";

/**
 * One entry of a bulk import (SPEC 4.2). Fields that are left out do not change; for a new user the service has
 * defaults.
 */
export type UserEntry = UserChange & { readonly password?: string };

/** The body of one POST /api/manage/users/bulk. */
export interface ImportCall {
  readonly users: readonly UserEntry[];
  readonly update_existing: boolean;
}

/** Splits a list into bodies of at most 100 entries (SPEC 8), in order. */
export function importCalls(entries: readonly UserEntry[], update_existing = false): ImportCall[] {
  return Array.from({ length: Math.ceil(entries.length / USERS_PER_IMPORT) }, (_, i) => ({
    users: entries.slice(i * USERS_PER_IMPORT, (i + 1) * USERS_PER_IMPORT),
    update_existing,
  }));
}
