import type { StoredUser } from "./user-fields.js";

/** The stored fields of one user, described in `USER_FIELDS`. */
export interface User extends StoredUser {}

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
export type UserSummary = Pick<User, "user_id" | "display_name" | "role" | "is_active">;

export function summaryOf({ user_id, display_name, role, is_active }: User): UserSummary {
  return { user_id, display_name, role, is_active };
}
