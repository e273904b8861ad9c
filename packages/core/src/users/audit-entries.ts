import type { AuditEntry } from "../ports/audit-log.js";
import type { DirectoryState } from "../ports/user-directory.js";
import type { Planned, PlanOptions, WrittenPlan } from "./plan.js";
import { differs, type User } from "./user.js";

/** The fields whose change is worth a name in the record; what they were and are is nobody's business there. */
const NAMED: readonly (keyof User)[] = [
  "display_name",
  "department",
  "department_code",
  "department_code_given",
  "email",
  "role",
  "permission_groups",
  "is_active",
];

/** What the audit record says of changes to users: an entry for each person, and one for an import as a whole. */
export function userEntries(
  planned: readonly Planned[],
  written: readonly WrittenPlan[],
  state: DirectoryState,
  { via, caller_id: by_user }: PlanOptions,
): AuditEntry[] {
  const entries = written.map(({ result, user }): AuditEntry => {
    const before = state.existing.get(user.user_id);
    const fields = before ? NAMED.filter((name) => differs(before, user, name)) : [];
    const details = { via, result, ...(before ? { fields } : {}) };
    return { kind: "user-changed", by_user, user_id: user.user_id, document_id: null, details };
  });
  if (via === "record") return entries;
  const results: Record<string, number> = {};
  for (const { result } of planned) results[result] = (results[result] ?? 0) + 1;
  const summary = { kind: "users-imported", by_user, user_id: null, document_id: null } as const;
  return [...entries, { ...summary, details: { via, users: planned.length, results } }];
}
