import type { User } from "@retrieval/core";
import { type RawBuilder, sql } from "kysely";

/**
 * The statement that records what decides what people may read, for those of whom it changed, or null where there are
 * none. It belongs in the transaction that changes it.
 */
export function insertUserStates(
  existing: ReadonlyMap<string, User>,
  written: readonly User[],
): RawBuilder<unknown> | null {
  const changed = written.filter((user) => {
    const before = existing.get(user.user_id);
    return before === undefined || JSON.stringify(stateOf(before)) !== JSON.stringify(stateOf(user));
  });
  if (changed.length === 0) return null;
  const states = changed.map(stateOf);
  return sql`
    INSERT INTO user_states (user_id, display_name, role, department_code, permission_groups, is_active)
    SELECT user_id, display_name, role, department_code, permission_groups, is_active
    FROM json_to_recordset(${JSON.stringify(states)}::json) AS record (
      user_id text, display_name text, role text, department_code text, permission_groups text[], is_active boolean)`;
}

function stateOf({ user_id, display_name, role, department_code, permission_groups, is_active }: User) {
  return { user_id, display_name, role, department_code, permission_groups, is_active };
}
