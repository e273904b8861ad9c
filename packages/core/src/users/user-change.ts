import { ROLES, type Role } from "../access/role.js";
import { firstFew } from "../first-few.js";
import * as text from "../text.js";
import { KEY_MAX, NAME_MAX } from "../text.js";
import { inEnglish } from "./transitional-english.js";

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
export interface HashedChange extends Omit<UserChange, "display_name"> {
  readonly display_name?: string;
  readonly password_hash?: string;
}

/** The maximum number of permission groups of one user. */
export const GROUPS_MAX = 500;
const EMAIL_MAX = 254;
const PASSWORD_MAX = 1_024;

type Problem = string | null;

function problemWithKey(value: unknown, max: number): Problem {
  const problem = text.problemWithKey("", value, max);
  return problem && inEnglish(problem);
}

/** One rule for each field: the problem with a value, or null. */
const FIELD_PROBLEMS: Readonly<Record<string, (value: unknown) => Problem>> = {
  user_id: (value) => problemWithKey(value, KEY_MAX),
  display_name: (value) => problemWithKey(value, NAME_MAX),
  department: orNull((value) => problemWithKey(value, NAME_MAX)),
  department_name: orNull((value) => problemWithKey(value, NAME_MAX)),
  department_code: orNull((value) => problemWithKey(value, KEY_MAX)),
  email: orNull(problemWithEmail),
  role: (value) => ((ROLES as readonly unknown[]).includes(value) ? null : `must be one of ${ROLES.join(", ")}`),
  permission_groups: problemWithGroups,
  is_active: (value) => (typeof value === "boolean" ? null : "must be true or false"),
  password: problemWithPassword,
};

const REQUIRED = ["user_id", "display_name"] as const;

/**
 * Reads one entry as it was sent.
 *
 * @param fields the fields that this kind of entry may carry
 * @returns the fields as given, or one sentence that names the problems
 */
export function readUserFields(entry: unknown, fields: readonly string[]): Record<string, unknown> | string {
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) return "the entry must be an object";
  const given = entry as Record<string, unknown>;
  const problems: string[] = [];
  for (const name of REQUIRED) {
    if (given[name] === undefined || given[name] === null) problems.push(`${name} is required`);
  }
  for (const [name, value] of Object.entries(given)) {
    if (!fields.includes(name)) problems.push(`${JSON.stringify(name.slice(0, 64))} is not a field of a user here`);
    else if (value !== undefined && !((REQUIRED as readonly string[]).includes(name) && value === null)) {
      const problem = FIELD_PROBLEMS[name]?.(value) ?? null;
      if (problem !== null) problems.push(`${name} ${problem}`);
    }
  }
  if (problems.length === 0) return given;
  // As texts, until imports carry problems.
  return firstFew(problems.map((text) => ({ code: "legacy", text }) as const))
    .map((problem) => (problem.code === "more" ? `and ${problem.count} more` : (problem as { text: string }).text))
    .join("; ");
}

function orNull(problemWith: (value: unknown) => Problem): (value: unknown) => Problem {
  return (value) => (value === null ? null : problemWith(value));
}

// The portal checks that an address receives mail; here it only has to look like one.
function problemWithEmail(value: unknown): Problem {
  const problem = problemWithKey(value, EMAIL_MAX);
  if (problem !== null) return problem;
  return /^[^\s@]+@[^\s@]+$/.test(value as string) ? null : "must be an e-mail address";
}

function problemWithGroups(value: unknown): Problem {
  if (!Array.isArray(value)) return "must be an array of texts";
  if (value.length > GROUPS_MAX) return `may have at most ${GROUPS_MAX} entries`;
  for (const [index, group] of value.entries()) {
    const problem = problemWithKey(group, KEY_MAX);
    if (problem !== null) return `[${index}] ${problem}`;
  }
  return null;
}

// The message must never have the value.
function problemWithPassword(value: unknown): Problem {
  const problem = text.problemWithLine("", value, PASSWORD_MAX);
  return problem && inEnglish(problem);
}
