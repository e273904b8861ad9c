import { ROLES, type Role } from "../access/role.js";
import { firstFew } from "../first-few.js";
import { isObject } from "../is-object.js";
import { EMAIL_MAX, GROUPS_ADDED_MAX, GROUPS_MAX, PASSWORD_MAX } from "../limits.js";
import { problemWithName } from "../look-alikes.js";
import type { Problem } from "../problems.js";
import { KEY_MAX, NAME_MAX, problemWithKey, problemWithLine } from "../text.js";

/** The requested fields of a user. An absent field stays unchanged; null means unknown. */
export interface UserChange {
  readonly user_id: string;
  readonly display_name: string;
  readonly department?: string | null;
  readonly department_code?: string | null;
  readonly email?: string | null;
  readonly role?: Role;
  readonly permission_groups?: readonly string[];
  readonly is_active?: boolean;
}

/** A change with its password hashed. Absent fields stay as they are; without a display_name it cannot create a user. */
export interface HashedChange extends Omit<UserChange, "display_name">, ListChange {
  readonly display_name?: string;
  readonly password_hash?: string;
}

/**
 * A change of a user's memberships that neither shows nor loses the others. Groups are removed first, then added.
 * `remove_department_code` applies only to a user who has this code, and not together with a `department_code`.
 */
export interface ListChange {
  readonly add_groups?: readonly string[];
  readonly remove_groups?: readonly string[];
  readonly remove_department_code?: string;
}

type FieldCheck = (value: unknown, field: string) => Problem | null;

/** One rule for each field: the problem with a value, or null. */
const CHECKS: Readonly<Record<string, FieldCheck>> = {
  user_id: (value, field) => problemWithKey(field, value, KEY_MAX),
  display_name: (value, field) => problemWithName(field, value, NAME_MAX),
  department: orNull((value, field) => problemWithName(field, value, NAME_MAX)),
  department_name: orNull((value, field) => problemWithName(field, value, NAME_MAX)),
  department_code: orNull((value, field) => problemWithKey(field, value, KEY_MAX)),
  remove_department_code: (value, field) => problemWithKey(field, value, KEY_MAX),
  email: orNull(problemWithEmail),
  role: (value, field) =>
    (ROLES as readonly unknown[]).includes(value) ? null : { code: "field.not_one_of", field, values: ROLES },
  permission_groups: groupsUpTo(GROUPS_MAX),
  add_groups: groupsUpTo(GROUPS_ADDED_MAX),
  remove_groups: groupsUpTo(GROUPS_MAX),
  is_active: (value, field) => (typeof value === "boolean" ? null : { code: "field.not_boolean", field }),
  // The problem must never have the value.
  password: (value, field) => problemWithLine(field, value, PASSWORD_MAX),
};

const REQUIRED = ["user_id", "display_name"] as const;

/**
 * Reads one entry as it was sent.
 *
 * @param fields the fields that this kind of entry may carry
 * @param required those of them that it must have
 * @returns the fields as given, or the problems
 */
export function readUserFields(
  entry: unknown,
  fields: readonly string[],
  required: readonly (typeof REQUIRED)[number][] = REQUIRED,
): { readonly fields: Record<string, unknown> } | { readonly problems: readonly Problem[] } {
  if (!isObject(entry)) {
    return { problems: [{ code: "user.entry_not_object" }] };
  }
  const given = entry as Record<string, unknown>;
  const problems: Problem[] = [];
  for (const field of required) {
    if (given[field] === undefined || given[field] === null) problems.push({ code: "field.required", field });
  }
  for (const [name, value] of Object.entries(given)) {
    if (!fields.includes(name)) problems.push({ code: "user.unknown_field", name: name.slice(0, 64) });
    else if (value !== undefined && !((REQUIRED as readonly string[]).includes(name) && value === null)) {
      const problem = CHECKS[name]?.(value, name) ?? null;
      if (problem !== null) problems.push(problem);
    }
  }
  return problems.length > 0 ? { problems: firstFew(problems) } : { fields: given };
}

function orNull(check: FieldCheck): FieldCheck {
  return (value, field) => (value === null ? null : check(value, field));
}

// The portal checks that an address receives mail; here it only has to look like one.
function problemWithEmail(value: unknown, field: string): Problem | null {
  const problem = problemWithKey(field, value, EMAIL_MAX);
  if (problem !== null) return problem;
  return /^[^\s@]+@[^\s@]+$/.test(value as string) ? null : { code: "email.ill_formed" };
}

function groupsUpTo(max: number): FieldCheck {
  return (value, field) => {
    if (!Array.isArray(value)) return { code: "field.not_texts", field };
    if (value.length > max) return { code: "field.too_many_entries", field, max };
    for (const [index, group] of value.entries()) {
      const problem = problemWithKey(`${field}[${index}]`, group, KEY_MAX);
      if (problem !== null) return problem;
    }
    return null;
  };
}
