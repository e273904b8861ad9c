import { type Role, seesEverything } from "./role.js";
import type { AccessRules } from "./rules.js";

/** The fields of a current user record that decide which documents the user may see (SPEC 5.7). */
export interface Reader {
  readonly user_id: string;
  readonly role: Role;
  readonly department_code: string | null;
  readonly permission_groups: readonly string[];
}

/** Picks the fields that decide access. */
export function readerOf({ user_id, role, department_code, permission_groups }: Reader): Reader {
  return { user_id, role, department_code, permission_groups };
}

/**
 * The alphabet that rules and readers share: `*`, `d:<department_code>`, `g:<group>`, `u:<user_id>`.
 * The first two characters give the kind, so no code, group or id passes for another kind, whatever it contains.
 */
const EVERYONE = "*";
const department = (code: string) => `d:${code}`;
const group = (name: string) => `g:${name}`;
const user = (id: string) => `u:${id}`;

/**
 * Compiles a rule. A `user` may see the document exactly if this and {@link principalsOf} share an element.
 *
 * @example
 * ```js
 * audienceOf({ ...CLOSED, allowed_groups: ["sales"], allowed_users: ["001234"] }); // → ["g:sales", "u:001234"]
 * ```
 */
export function audienceOf(rules: AccessRules): string[] {
  return [
    ...new Set([
      ...(rules.allow_all ? [EVERYONE] : []),
      ...rules.allowed_department_codes.map(department),
      ...rules.allowed_groups.map(group),
      ...rules.allowed_users.map(user),
    ]),
  ];
}

/**
 * Compiles a reader to the same alphabet, without the role (see {@link readerFilter}).
 *
 * @example
 * ```js
 * const reader = { user_id: "001234", role: "user", department_code: "D1", permission_groups: ["sales"] };
 * principalsOf(reader); // → ["*", "d:D1", "g:sales", "u:001234"]
 * ```
 */
export function principalsOf(reader: Reader): string[] {
  return [
    ...new Set([
      EVERYONE,
      ...(reader.department_code === null ? [] : [department(reader.department_code)]),
      ...reader.permission_groups.map(group),
      user(reader.user_id),
    ]),
  ];
}

/** A reader as a condition for a database or a search engine. */
export interface ReaderFilter {
  /** true: no condition (admin and developer, SPEC 5.6). */
  readonly unrestricted: boolean;
  /** If not: keep the documents whose audience shares an element with these. Never empty. */
  readonly principals: readonly string[];
}

/**
 * The same rule as `decideAccess`, in the form that a query can apply.
 *
 * @example
 * ```js
 * const reader = { user_id: "9", role: "admin", department_code: null, permission_groups: [] };
 * readerFilter(reader); // → { unrestricted: true, principals: ["*", "u:9"] }
 * ```
 */
export function readerFilter(reader: Reader): ReaderFilter {
  return { unrestricted: seesEverything(reader.role), principals: principalsOf(reader) };
}
