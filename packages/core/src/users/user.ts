import type { Role } from "../access/role.js";

/**
 * The service's copy of one user (SPEC 2.1). An unknown value is null, never absent.
 * `individual_permissions` is not here: an individual grant is one fact, stored in a document's `allowed_users`.
 */
export interface User {
  readonly user_id: string;
  readonly display_name: string;
  readonly department: string | null;
  readonly department_code: string | null;
  /**
   * true: the code was given and stays. false: it comes from the department's name, so a new department master looks it
   * up again.
   */
  readonly department_code_given: boolean;
  readonly email: string | null;
  readonly role: Role;
  readonly permission_groups: readonly string[];
  /** false: logically deleted (SPEC 3). The user cannot sign in, and their tokens are refused (docs/decisions/0004). */
  readonly is_active: boolean;
  /** argon2id in PHC form; null means that the password is the user_id (SPEC 2.1), which is policy and not a secret. */
  readonly password_hash: string | null;
  /**
   * Counts how often the user's sessions were ended, by deactivation or by an administrator. A session token has the
   * count of its sign-in, an access token that of its creation, and is valid only while the count stays the same.
   */
  readonly sessions: number;
}

/** false for a user that does not exist. */
export function isActiveAdmin(user: Pick<User, "role" | "is_active"> | null | undefined): boolean {
  return user?.role === "admin" && user.is_active;
}

/** Whether a field differs; groups are compared one by one, in their order. */
export function differs(one: User, other: User, field: keyof User): boolean {
  if (field !== "permission_groups") return one[field] !== other[field];
  const { permission_groups: groups } = one;
  const { permission_groups: others } = other;
  return groups.length !== others.length || groups.some((group, i) => group !== others[i]);
}

/** SPEC 2.2: permissions go by code; the name is for reference. */
export interface Department {
  readonly code: string;
  readonly name: string;
}

/** What pages and management answers show about a user: never department or groups (SPEC 1). */
export interface UserSummary {
  readonly user_id: string;
  readonly display_name: string;
  readonly role: Role;
  readonly is_active: boolean;
}

export function summaryOf({ user_id, display_name, role, is_active }: User): UserSummary {
  return { user_id, display_name, role, is_active };
}
