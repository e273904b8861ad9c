import type { User } from "@retrieval/core";
import { sql, type Transaction } from "kysely";
import type { Schema } from "./schema.js";

/** Records what decides what people may read, for those of whom it changed, in the transaction that changed it. */
export async function addUserStates(
  trx: Transaction<Schema>,
  existing: ReadonlyMap<string, User>,
  written: readonly User[],
): Promise<void> {
  const changed = written.filter((user) => {
    const before = existing.get(user.user_id);
    return before === undefined || stateOf(before) !== stateOf(user);
  });
  if (changed.length === 0) return;
  await sql`
    INSERT INTO user_states (user_id, display_name, role, department_code, permission_groups, is_active)
    SELECT user_id, display_name, role, department_code, permission_groups, is_active
    FROM json_to_recordset(${JSON.stringify(changed)}::json) AS record (
      user_id text, display_name text, role text, department_code text, permission_groups text[], is_active boolean)
  `.execute(trx);
}

function stateOf({ display_name, role, department_code, permission_groups, is_active }: User): string {
  return JSON.stringify([display_name, role, department_code, permission_groups, is_active]);
}
