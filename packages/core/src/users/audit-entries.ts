import type { AuditEntry } from "../audit/audit-log.js";
import { listedIn } from "../audit/listed.js";
import type { Planned, PlanOptions, WrittenPlan } from "./plan-changes.js";
import { type Department, differs, isActiveAdmin, type User } from "./user.js";
import type { HashedChange } from "./user-change.js";
import type { DirectoryState } from "./user-directory.js";
import { AUDITED_FIELDS, AUDITED_VALUES, type AuditedValue } from "./user-fields.js";

interface Changes {
  readonly changes: readonly HashedChange[];
  /** One for each change, in their order. */
  readonly planned: readonly Planned[];
  readonly written: readonly WrittenPlan[];
  readonly state: DirectoryState;
}

/**
 * The audit entries of changes to users. A change that names its one user has an entry with what it asked for, also if
 * it changes nothing: its answer or the counts of departments and groups tell that the user had this department or
 * group before. An import has an entry for each changed user, and one more with its sums and its unchanged users.
 */
export function userEntries(
  { changes, planned, written, state }: Changes,
  { via, caller_id: by_user }: PlanOptions,
): AuditEntry[] {
  const entryOf = ({ result, user }: WrittenPlan, asked: Partial<Requested> = {}): AuditEntry => {
    const details = { via, result, ...difference(state.existing.get(user.user_id), user), ...asked };
    return { kind: "user-changed", by_user, user_id: user.user_id, document_id: null, details };
  };
  if (via === "record") {
    return planned.flatMap((plan, i) =>
      plan.result === "error" ? [] : [entryOf(plan, askedFor(changes[i] as HashedChange))],
    );
  }
  const entries = written.map((plan) => entryOf(plan));
  const results: Record<string, number> = {};
  for (const { result } of planned) results[result] = (results[result] ?? 0) + 1;
  const agreed = written.filter((plan) => plan.agreed === true).length;
  const new_admins = written.filter(
    ({ user }) => isActiveAdmin(user) && !isActiveAdmin(state.existing.get(user.user_id)),
  );
  const details = {
    via,
    users: planned.length,
    results,
    ...(agreed > 0 ? { agreed_deactivations: agreed } : {}),
    ...listedIn({
      unchanged: planned.flatMap((plan) => (plan.result === "unchanged" ? [plan.user.user_id] : [])),
      new_admins: new_admins.map(({ user }) => user.user_id),
    }),
  };
  return [...entries, { kind: "users-imported", by_user, user_id: null, document_id: null, details }];
}

type Requested = ReturnType<typeof askedFor>;

/** The fields of a change, and the department and groups that it names. */
export function askedFor({ user_id: _, ...change }: Partial<HashedChange>) {
  const { department, department_code, remove_department_code } = change;
  const { permission_groups = [], add_groups = [], remove_groups = [] } = change;
  const requested = {
    ...(department !== undefined && { department }),
    ...(department_code !== undefined && { department_code }),
    ...(remove_department_code !== undefined && { remove_department_code }),
    ...listedIn({ permission_groups, add_groups, remove_groups }),
  };
  return { asked: Object.keys(change), ...(Object.keys(requested).length > 0 && { requested }) };
}

/**
 * What an entry says about a change: the names of all changed fields, and the values of those that decide access. It
 * has no name, e-mail or password, because they do not explain a decision.
 */
function difference(before: User | undefined, after: User) {
  const [had, has] = [new Set(before?.permission_groups), new Set(after.permission_groups)];
  return {
    ...(before && { fields: AUDITED_FIELDS.filter((name) => differs(before, after, name)) }),
    before: before ? decisive(before) : null,
    after: decisive(after),
    ...listedIn({
      groups_added: [...has].filter((group) => !had.has(group)),
      groups_removed: [...had].filter((group) => !has.has(group)),
    }),
  };
}

function decisive(user: User) {
  return Object.fromEntries(AUDITED_VALUES.map((name) => [name, user[name]])) as Pick<User, AuditedValue>;
}

/** The audit entry of a new department master. @param users_resolved_again the number of users whose code changed */
export function departmentsEntry(
  before: readonly Department[],
  after: readonly Department[],
  users_resolved_again: number,
  by_user: string | null,
): AuditEntry {
  const [was, is] = [namesByCode(before), namesByCode(after)];
  const details = {
    departments: after.length,
    users_resolved_again,
    ...listedIn({
      added: [...is.keys()].filter((code) => !was.has(code)).sort(),
      removed: [...was.keys()].filter((code) => !is.has(code)).sort(),
      renamed: [...is.keys()].filter((code) => was.has(code) && was.get(code) !== is.get(code)).sort(),
    }),
  };
  return { kind: "departments-replaced", by_user, user_id: null, document_id: null, details };
}

function namesByCode(departments: readonly Department[]): ReadonlyMap<string, string> {
  return new Map(departments.map(({ code, name }) => [code, name]));
}
