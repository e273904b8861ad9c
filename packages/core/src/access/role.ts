/** SPEC 5.6. */
export const ROLES = ["admin", "developer", "user"] as const;
export type Role = (typeof ROLES)[number];

/** SPEC 5.7, step 1. */
export function seesEverything(role: Role): boolean {
  return role === "admin" || role === "developer";
}
