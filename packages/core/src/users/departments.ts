import { isRefusal, type Refusal, refuse } from "../errors.js";
import type { UserDirectory } from "../ports/user-directory.js";
import { KEY_MAX, NAME_MAX, problemWithKey, problemWithLine } from "../text.js";
import { departmentLookup } from "./department-lookup.js";
import type { Department } from "./user.js";

/** How many departments the master may hold. */
export const DEPARTMENTS_MAX = 5_000;

/**
 * Replaces the whole department master. Codes that came from a name are resolved again in the same transaction; codes
 * that were given stand, so renaming a department under the same code changes nobody's access (SPEC 2.2).
 */
export async function replaceDepartments(
  users: UserDirectory,
  given: unknown,
  by_user: string | null = null,
): Promise<{ departments: readonly Department[]; users_resolved_again: number } | Refusal> {
  const departments = readDepartments(given);
  if (isRefusal(departments)) return departments;
  const users_resolved_again = await users.replaceDepartments(departments, departmentLookup(departments), by_user);
  return { departments, users_resolved_again };
}

function readDepartments(given: unknown): Department[] | Refusal {
  if (!Array.isArray(given)) return refuse("INVALID_REQUEST", "departments must be an array of {code, name}");
  if (given.length > DEPARTMENTS_MAX) {
    return refuse("INVALID_REQUEST", `departments may have at most ${DEPARTMENTS_MAX} entries`);
  }
  const seen = new Map<string, number>();
  for (const [index, entry] of given.entries()) {
    const at = `departments[${index}]`;
    if (typeof entry !== "object" || entry === null) return refuse("INVALID_REQUEST", `${at} must be {code, name}`);
    const { code, name, ...rest } = entry as Record<string, unknown>;
    const unknown = Object.keys(rest)[0];
    if (unknown !== undefined)
      return refuse("INVALID_REQUEST", `${at} has an unknown field ${JSON.stringify(unknown)}`);
    const codeProblem = problemWithKey(code, KEY_MAX);
    if (codeProblem !== null) return refuse("INVALID_REQUEST", `${at}.code ${codeProblem}`);
    const nameProblem = problemWithLine(name, NAME_MAX);
    if (nameProblem !== null) return refuse("INVALID_REQUEST", `${at}.name ${nameProblem}`);
    const first = seen.get(code as string);
    if (first !== undefined) {
      return refuse("INVALID_REQUEST", `${at}.code ${JSON.stringify(code)} stands already in departments[${first}]`);
    }
    seen.set(code as string, index);
  }
  return given as Department[];
}
