import { differs, HISTORY_FIELDS, type User } from "@retrieval/core/users";
import { type RawBuilder, sql } from "kysely";

/** The changed users whose access may have changed too. */
export function changedStates(existing: ReadonlyMap<string, User>, written: readonly User[]): string[] {
  const changed = written.filter((user) => {
    const before = existing.get(user.user_id);
    return before === undefined || HISTORY_FIELDS.some((field) => differs(before, user, field));
  });
  return changed.map(({ user_id }) => user_id);
}

/**
 * The statement that records the fields that decide what these users may read, or null where there are none. It belongs
 * in the transaction that changes them.
 *
 * @param users where to read their current fields: the table, or the result of an earlier statement
 */
export function insertUserStates(users: RawBuilder<unknown>, user_ids: readonly string[]): RawBuilder<unknown> | null {
  if (user_ids.length === 0) return null;
  return sql`
    INSERT INTO user_states (${STATE_COLUMNS})
    SELECT ${STATE_COLUMNS} FROM ${users} WHERE user_id = ANY(${user_ids}::text[])`;
}

export const STATE_COLUMNS = sql.raw(["user_id", ...HISTORY_FIELDS].join(", "));
