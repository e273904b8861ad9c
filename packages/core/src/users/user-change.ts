import { ROLES } from "../access/role.js";
import { firstFew } from "../first-few.js";
import { isObject } from "../is-object.js";
import { EMAIL_MAX, GROUPS_ADDED_MAX, GROUPS_MAX, PASSWORD_MAX } from "../limits.js";
import { problemWithName } from "../look-alikes.js";
import type { Problem } from "../problems.js";
import { KEY_MAX, NAME_MAX, problemWithKey, problemWithLine } from "../text.js";
import { isPseudonym } from "./pseudonym.js";
import type { User } from "./user.js";
import {
  ALL_FIELDS,
  type FieldIn,
  type FieldReader,
  REQUIRED_FIELDS,
  type RequiredField,
  type UserRequest,
} from "./user-fields.js";

/** The requested fields of a user. An absent field stays unchanged; null means unknown. */
export type UserChange = Pick<User, RequiredField> & Partial<Pick<User, GivenField>>;

type GivenField = Exclude<keyof User & FieldIn<"entry" | "record" | "change">, RequiredField>;

/** A change with its password hashed. Absent fields stay as they are; without a display_name it cannot create a user. */
export interface HashedChange extends Partial<Pick<User, "display_name" | GivenField>>, ListChange {
  readonly user_id: string;
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

const key: FieldCheck = (value, field) => problemWithKey(field, value, KEY_MAX);
const user_id: FieldCheck = (value, field) =>
  key(value, field) ?? (isPseudonym(value as string) ? { code: "user_id.pseudonym" } : null);
const name: FieldCheck = (value, field) => problemWithName(field, value, NAME_MAX);

/** The problem with a value, or null. */
const READERS: Readonly<Record<FieldReader, FieldCheck>> = {
  key,
  user_id,
  name,
  "key|null": orNull(key),
  "name|null": orNull(name),
  "email|null": orNull(problemWithEmail),
  role: (value, field) =>
    (ROLES as readonly unknown[]).includes(value) ? null : { code: "field.not_one_of", field, values: ROLES },
  groups: groupsUpTo(GROUPS_MAX),
  "added groups": groupsUpTo(GROUPS_ADDED_MAX),
  flag: (value, field) => (typeof value === "boolean" ? null : { code: "field.not_boolean", field }),
  // The problem must never have the value.
  password: (value, field) => problemWithLine(field, value, PASSWORD_MAX),
};

/**
 * Reads one entry as it was sent.
 *
 * @returns the fields as given, or the problems
 */
export function readUserFields(
  entry: unknown,
  request: UserRequest,
): { readonly fields: Record<string, unknown> } | { readonly problems: readonly Problem[] } {
  if (!isObject(entry)) {
    return { problems: [{ code: "field.not_object", field: "user" }] };
  }
  const given = entry as Record<string, unknown>;
  const problems: Problem[] = [];
  const missing = REQUIRED_FIELDS.filter(
    (name) => ALL_FIELDS.get(name)?.in.includes(request) && (given[name] ?? null) === null,
  );
  for (const field of missing) problems.push({ code: "field.required", field });
  for (const [name, value] of Object.entries(given)) {
    const { reader, in: requests = [] } = ALL_FIELDS.get(name) ?? {};
    if (!reader || !requests.includes(request))
      problems.push({ code: "field.unknown_field", field: "user", name: name.slice(0, 64) });
    else if (value !== undefined && !missing.some((field) => field === name)) {
      const problem = READERS[reader](value, name);
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
