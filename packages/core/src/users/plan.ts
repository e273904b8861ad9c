import { SenderNotAdminError } from "../errors.js";
import type { ChangeStep, DirectoryState, Reached, UserDirectory } from "../ports/user-directory.js";
import { userEntries } from "./audit-entries.js";
import { deactivationGuard } from "./deactivation-guard.js";
import { departmentLookup } from "./department-lookup.js";
import { problemWithNewKeys, suspectKeys } from "./new-keys.js";
import { differs, isActiveAdmin, type User } from "./user.js";
import type { UserChange } from "./user-change.js";

/** A change with its password hashed. What is absent stays as it is; without a display_name it can create nobody. */
export interface HashedChange extends Omit<UserChange, "display_name"> {
  readonly display_name?: string;
  readonly password_hash?: string;
}

export interface PlanOptions {
  /** false: a user who exists is skipped. */
  readonly update_existing: boolean;
  /**
   * true: a department's name sets the code anew where no code is given (bulk import), so that a transfer takes the old
   * department's documents away. false: the name is reference only (the synchronisation record, SPEC 2.1).
   */
  readonly department_sets_code: boolean;
  /** true: admin and developer are left alone (a synchronisation is about role `user` only). */
  readonly ordinary_users_only: boolean;
  /** Whoever asked for the changes; null for the service itself. */
  readonly caller_id: string | null;
  /** What the audit record calls the way that the changes came. */
  readonly via: "bulk" | "record" | "import" | "sync";
  /**
   * How many deactivations of ordinary users the caller agrees to; more than that are held to the guard. "unguarded": a
   * change of one user, who is meant by name, and a dry run.
   */
  readonly yes_deactivate: number | "unguarded";
}

export type PlannedResult = "created" | "updated" | "unchanged" | "reactivated" | "deactivated" | "skipped";

export type Planned = { readonly warnings: readonly string[] } & (
  | {
      readonly result: PlannedResult;
      readonly user: User;
      /** Of a deactivated ordinary user: whether the caller agreed to it by number. */
      readonly agreed?: boolean;
    }
  | {
      readonly result: "error";
      readonly error: string;
      /** true: the change itself is wrong, whatever the directory has. */
      readonly invalid?: true;
    }
);

/** A plan that leads to a record that is written. */
export type WrittenPlan = Exclude<Planned, { readonly result: "error" }>;

/**
 * Decides what changes do to a directory, one after the other, so that each sees what those before it did: the last
 * active admin stays the last one even where one import would demote two.
 */
export function planChanges(changes: readonly HashedChange[], state: DirectoryState, options: PlanOptions): Planned[] {
  const { update_existing, department_sets_code, ordinary_users_only, caller_id, via, yes_deactivate } = options;
  const codeOf = departmentLookup(state.departments);
  const masterCodes = new Set(state.departments.map(({ code }) => code));
  // A portal may send codes and keep no master here; then there is nothing to find a code in.
  const isUnknown = (code: string | null) => code !== null && masterCodes.size > 0 && !masterCodes.has(code);
  const isKnown = (key: string) => masterCodes.has(key) || state.known_keys.has(key);
  const activeAdmins = new Set(state.active_admins);
  const guard = deactivates(changes) ? deactivationGuard(state.deactivations, yes_deactivate) : null;

  return changes.map((change): Planned => {
    const before = state.existing.get(change.user_id);
    if (before && !update_existing) return skipped(before);
    if (before && ordinary_users_only && before.role !== "user") {
      return skipped(before, `the user is ${before.role} and is left alone by a synchronisation`);
    }
    const kept = before ?? newUser(change);
    if (kept === null) return failed("the user does not exist any more");
    const problem = problemWithNewKeys(change, before, isKnown);
    if (problem !== null) return { ...failed(problem), invalid: true };

    const warnings: string[] = [];
    const user = withFields(change, kept);
    if (before?.is_active === false && change.is_active === undefined) {
      warnings.push(`the user is inactive and stays so; ${REACTIVATED_BY[via]}`);
    }
    if (change.department_code !== undefined) {
      user.department_code = change.department_code;
      user.department_code_given = true;
      // The caller has the code. As of every person, the answer names no department.
      if (isUnknown(change.department_code))
        warnings.push("the department code is not in the department master; it stands all the same");
    } else if (change.department !== undefined && !department_sets_code) {
      // The code that the user has now stands, and no later look-up of this name may change it.
      user.department_code_given = true;
    } else if (change.department === null) {
      if (!user.department_code_given) user.department_code = null;
    } else if (change.department !== undefined) {
      const match = codeOf(change.department);
      user.department_code = match.code;
      user.department_code_given = false;
      if (match.code === null)
        warnings.push(`the department is ${match.why} in the department master, so the user has no department code`);
    }

    if (activeAdmins.has(user.user_id) && !isActiveAdmin(user)) {
      if (user.user_id === caller_id)
        return failed("you cannot demote or deactivate yourself; let another admin do it");
      if (activeAdmins.size === 1) return failed("this is the last active admin; make another one first");
      activeAdmins.delete(user.user_id);
    }
    if (isActiveAdmin(user)) activeAdmins.add(user.user_id);
    // Here, because every change of is_active comes through here.
    if (kept.is_active && !user.is_active) user.sessions += 1;

    const result = before ? comparison(before, user) : "created";
    if (before?.role !== "user" || result !== "deactivated" || guard === null) return { result, user, warnings };
    const verdict = guard();
    if (!verdict.allowed) return failed(tooManyDeactivated(verdict));
    return { result, user, warnings, agreed: verdict.agreed };
  });
}

/** Only these are held to the guard, so only these need to know what was deactivated before. */
const deactivates = (changes: readonly HashedChange[]) => changes.some(({ is_active }) => is_active === false);

function tooManyDeactivated({ count, max }: { count: number; max: number }): string {
  return `too many users would be deactivated within 24 hours: this would be number ${count}, and without agreement at most ${max} may be; if it is intended, send it again with yes_deactivate=N, the number of users to deactivate`;
}

/** What the caller has to do for a user who is inactive and imported again. */
const REACTIVATED_BY = {
  bulk: "send is_active true to reactivate",
  record: "send is_active true to reactivate",
  import: "a synchronisation with the file reactivates",
  sync: "a synchronisation with the file reactivates",
} as const satisfies Record<PlanOptions["via"], string>;

const skipped = (user: User, ...warnings: string[]): Planned => ({ result: "skipped", user, warnings });
const failed = (error: string) => ({ result: "error", error, warnings: [] }) as const;

type Draft = { -readonly [Field in keyof User]: User[Field] };

function newUser({ user_id, display_name }: HashedChange): User | null {
  if (display_name === undefined) return null;
  return {
    user_id,
    display_name,
    department: null,
    department_code: null,
    department_code_given: false,
    email: null,
    role: "user",
    permission_groups: [],
    is_active: true,
    password_hash: null,
    sessions: 0,
  };
}

function withFields(change: HashedChange, kept: User): Draft {
  return {
    ...kept,
    display_name: change.display_name ?? kept.display_name,
    department: change.department === undefined ? kept.department : change.department,
    email: change.email === undefined ? kept.email : change.email,
    role: change.role ?? kept.role,
    permission_groups: change.permission_groups ? [...new Set(change.permission_groups)] : kept.permission_groups,
    is_active: change.is_active ?? kept.is_active,
    password_hash: change.password_hash ?? kept.password_hash,
  };
}

function comparison(before: User, after: User): PlannedResult {
  if (!before.is_active && after.is_active) return "reactivated";
  if (before.is_active && !after.is_active) return "deactivated";
  return FIELDS.some((field) => differs(before, after, field)) ? "updated" : "unchanged";
}

/** What an update can change beside `is_active`. */
const FIELDS = [
  "display_name",
  "department",
  "department_code",
  "department_code_given",
  "email",
  "role",
  "permission_groups",
  "password_hash",
] as const;

/**
 * Plans and writes changes to distinct users in one transaction.
 * @throws SenderNotAdminError where the caller is not an active administrator in that transaction's state, and as
 *   {@link UserDirectory.change}
 */
export async function applyChanges(
  changes: readonly HashedChange[],
  options: PlanOptions,
  users: Pick<UserDirectory, "change">,
  step?: ChangeStep<readonly Planned[]>,
): Promise<{ planned: readonly Planned[]; refused: ReadonlyMap<string, string>; reached: Reached | null }> {
  if (changes.length === 0) return { planned: [], refused: new Map(), reached: null };
  const { kept: planned, ...outcome } = await users.change(
    changes.map(({ user_id }) => user_id),
    (state) => {
      const { caller_id } = options;
      // All changes to users take turns, so the caller cannot be demoted before this one is committed.
      if (caller_id !== null && !state.active_admins.includes(caller_id)) throw new SenderNotAdminError(caller_id);
      const kept = planChanges(changes, state, options);
      const written = kept.filter(isWritten);
      const deactivated = written.flatMap(({ user: { user_id }, agreed }) =>
        agreed === undefined ? [] : [{ user_id, agreed }],
      );
      const records = written.map(({ user }) => user);
      return { kept, records, entries: userEntries(kept, written, state, options), deactivated };
    },
    {
      step,
      deactivations: options.yes_deactivate !== "unguarded" && deactivates(changes),
      keys: changes.flatMap(suspectKeys),
    },
  );
  return { planned, ...outcome };
}

function isWritten(plan: Planned): plan is WrittenPlan {
  return plan.result !== "error" && plan.result !== "skipped" && plan.result !== "unchanged";
}
