import { GROUPS_MAX } from "../limits.js";
import type { Problem } from "../problems.js";
import { deactivationGuard } from "./deactivation-guard.js";
import { departmentLookup } from "./department-lookup.js";
import { problemWithNewKeys } from "./new-keys.js";
import { differs, isActiveAdmin, type User } from "./user.js";
import type { HashedChange } from "./user-change.js";
import type { DirectoryState } from "./user-directory.js";
import { NEW_USER, STORED_FIELDS } from "./user-fields.js";

export interface PlanOptions {
  /** false: existing users are skipped. */
  readonly update_existing: boolean;
  /** The user who asked for the changes; null for the service itself. */
  readonly caller_id: string | null;
  /**
   * The source of the changes, as the audit log names it. The department's name of a record is for reference only (SPEC
   * 2.1); in others it resets the code if no code is given, so that a transferred user loses the old department's
   * documents. A synchronisation is for role `user` only: it skips admins and developers.
   */
  readonly via: "bulk" | "record" | "import" | "sync";
  /**
   * The number of deactivations of ordinary users to which the caller agrees; the guard limits further ones.
   * "unguarded": a change that names its one user, and a dry run.
   */
  readonly yes_deactivate: number | "unguarded";
}

type PlannedResult = "created" | "updated" | "unchanged" | "reactivated" | "deactivated" | "skipped";

export type Planned = { readonly warnings: readonly Problem[] } & (
  | {
      readonly result: PlannedResult;
      readonly user: User;
      /** For a deactivated ordinary user: whether the caller's number covers the deactivation. */
      readonly agreed?: boolean;
    }
  | {
      readonly result: "error";
      readonly problem: Problem;
      /** true: the change itself is wrong, whatever the state of the directory. */
      readonly invalid?: true;
    }
);

/** A plan whose user is written. */
export type WrittenPlan = Exclude<Planned, { readonly result: "error" }>;

/**
 * Plans changes to a directory one by one, so that each sees the results of the earlier ones: one import that would
 * demote the last two active admins keeps one of them.
 */
export function planChanges(changes: readonly HashedChange[], state: DirectoryState, options: PlanOptions): Planned[] {
  const { update_existing, caller_id, via, yes_deactivate } = options;
  const codeOf = departmentLookup(state.departments);
  const masterCodes = new Set(state.departments.map(({ code }) => code));
  // A portal may send codes and no master; then no code counts as unknown.
  const isUnknown = (code: string | null) => code !== null && masterCodes.size > 0 && !masterCodes.has(code);
  const isKnown = (key: string) => masterCodes.has(key) || state.known_keys.has(key);
  const activeAdmins = new Set(state.active_admins);
  const guard = deactivates(changes) ? deactivationGuard(state.deactivations, yes_deactivate) : null;

  return changes.map((asked): Planned => {
    const before = state.existing.get(asked.user_id);
    const change = withLists(asked, before);
    if (before && !update_existing) return skipped(before);
    if (before && via === "sync" && before.role !== "user") {
      return skipped(before, { code: "role.left_alone", role: before.role });
    }
    const kept = before ?? newUser(change);
    if (kept === null) return failed({ code: "user.gone" });
    const problem = problemWithNewKeys(asked, before, isKnown);
    if (problem !== null) return { ...failed(problem), invalid: true };
    if ((change.permission_groups?.length ?? 0) > GROUPS_MAX) {
      return failed({ code: "field.too_many_entries", field: "permission_groups", max: GROUPS_MAX });
    }

    const warnings: Problem[] = [];
    const user = withFields(change, kept);
    if (before?.is_active === false && change.is_active === undefined) {
      warnings.push({ code: "user.stays_inactive", via: via === "bulk" || via === "record" ? "call" : "file" });
    }
    if (change.department_code !== undefined) {
      user.department_code_given = true;
      // The caller knows the code, and answers name no user's department (SPEC 1).
      if (isUnknown(change.department_code)) warnings.push({ code: "department_code.unknown" });
    } else if (change.department !== undefined && via === "record") {
      // The user's current code stays, and no later look-up of this name may change it.
      user.department_code_given = true;
    } else if (change.department === null) {
      if (!user.department_code_given) user.department_code = null;
    } else if (change.department !== undefined) {
      const match = codeOf(change.department);
      user.department_code = match.code;
      user.department_code_given = false;
      if (match.code === null) warnings.push({ code: "department.unmatched", why: match.why });
    }

    if (activeAdmins.has(user.user_id) && !isActiveAdmin(user)) {
      if (user.user_id === caller_id) return failed({ code: "admin.own_role" });
      if (activeAdmins.size === 1) return failed({ code: "admin.last" });
      activeAdmins.delete(user.user_id);
    }
    if (isActiveAdmin(user)) activeAdmins.add(user.user_id);
    // Every change of is_active passes here.
    if (kept.is_active && !user.is_active) user.sessions += 1;

    const result = before ? comparison(before, user) : "created";
    if (before?.role !== "user" || result !== "deactivated" || guard === null) return { result, user, warnings };
    const verdict = guard();
    if (!verdict.allowed) return failed({ code: "deactivations.too_many", count: verdict.count, max: verdict.max });
    return { result, user, warnings, agreed: verdict.agreed };
  });
}

/** Only these changes pass the guard, so only they need the earlier deactivations. */
export const deactivates = (changes: readonly HashedChange[]) => changes.some(({ is_active }) => is_active === false);

const skipped = (user: User, ...warnings: Problem[]): Planned => ({ result: "skipped", user, warnings });
const failed = (problem: Problem) => ({ result: "error", problem, warnings: [] }) as const;

type Draft = { -readonly [Field in keyof User]: User[Field] };

function newUser({ user_id, display_name }: HashedChange): User | null {
  if (display_name === undefined) return null;
  return { ...NEW_USER, user_id, display_name };
}

/** The change with whole lists and a department code, instead of what is added and removed. */
function withLists(change: HashedChange, before: User | undefined): HashedChange {
  const { add_groups = [], remove_groups = [], remove_department_code } = change;
  const { department_code = null, permission_groups = [] } = before ?? {};
  const leaves = change.department_code === undefined && department_code !== null;
  const isKept = (group: string) => !remove_groups.includes(group);
  return {
    ...change,
    ...(add_groups.length + remove_groups.length === 0
      ? {}
      : { permission_groups: [...new Set([...permission_groups.filter(isKept), ...add_groups])] }),
    ...(leaves && department_code === remove_department_code ? { department_code: null } : {}),
  };
}

function withFields(change: HashedChange, kept: User): Draft {
  const given: Partial<User> = change;
  const fields = STORED_FIELDS.map((name) => [name, given[name] === undefined ? kept[name] : given[name]]);
  const { permission_groups: groups } = change;
  return { ...Object.fromEntries(fields), ...(groups && { permission_groups: [...new Set(groups)] }) };
}

function comparison(before: User, after: User): PlannedResult {
  if (!before.is_active && after.is_active) return "reactivated";
  if (before.is_active && !after.is_active) return "deactivated";
  return STORED_FIELDS.some((field) => differs(before, after, field)) ? "updated" : "unchanged";
}
