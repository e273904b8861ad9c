import { problemWithNewKey } from "../look-alikes.js";
import type { Problem } from "../problems.js";
import type { User } from "./user.js";
import type { HashedChange } from "./user-change.js";

const isSuspect = (key: string) => problemWithNewKey("key", key) !== null;

/** The department code and groups of a change that are refused unless they exist. */
export function suspectKeys({ department_code, permission_groups = [], add_groups = [] }: HashedChange): string[] {
  return [department_code ?? "", ...permission_groups, ...add_groups].filter(isSuspect);
}

/**
 * The problem with a change that would create a user id, department code or group that looks like another one, or null.
 *
 * @param isKnown whether the department master or a user has this code or group
 */
export function problemWithNewKeys(
  { user_id, department_code, permission_groups = [], add_groups = [] }: HashedChange,
  before: User | undefined,
  isKnown: (key: string) => boolean,
): Problem | null {
  const problem = before === undefined ? problemWithNewKey("user_id", user_id) : null;
  if (problem !== null) return problem;
  const isNew = (key: string) => isSuspect(key) && !isKnown(key);
  if (typeof department_code === "string" && isNew(department_code)) {
    return problemWithNewKey("department_code", department_code);
  }
  for (const [field, groups] of Object.entries({ permission_groups, add_groups })) {
    const index = groups.findIndex(isNew);
    if (index >= 0) return problemWithNewKey(`${field}[${index}]`, groups[index] as string);
  }
  return null;
}
