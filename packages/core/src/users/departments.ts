import { isRefusal, type Refusal, refuse } from "../errors.js";
import { problemWithNewKey } from "../look-alikes.js";
import type { DocumentCatalog } from "../ports/document-catalog.js";
import type { UserDirectory } from "../ports/user-directory.js";
import type { Problem } from "../problems.js";
import { KEY_MAX, NAME_MAX, problemWithKey, problemWithLine } from "../text.js";
import { departmentLookup } from "./department-lookup.js";
import { type ImportEffect, ImportEffects } from "./import-effects.js";
import { inEnglish } from "./transitional-english.js";
import type { Department } from "./user.js";

/** The maximum number of departments in the master. */
export const DEPARTMENTS_MAX = 5_000;

export interface ReplacedDepartments {
  readonly departments: readonly Department[];
  /** The number of users whose code changed. */
  readonly users_resolved_again: number;
}

/** The effects of replacing the master. */
export interface DepartmentsPreview extends ReplacedDepartments {
  /** Users whose code would change and who have one now: they would get another, or none. */
  readonly users_recoded: number;
  /** Users whose code would change to none. */
  readonly users_without_code: number;
  /** Users to whom rules apply: active, with role `user`. */
  readonly active_users: number;
  readonly effects: readonly ImportEffect[];
}

/**
 * Replaces the whole department master. Codes that came from a name are resolved again in the same transaction. Given
 * codes stay, so a department's new name under the same code changes no user's access (SPEC 2.2).
 */
export async function replaceDepartments(
  users: UserDirectory,
  given: unknown,
  by_user: string | null = null,
): Promise<ReplacedDepartments | Refusal> {
  const departments = await readDepartments(given, users);
  if (isRefusal(departments)) return departments;
  const users_resolved_again = await users.replaceDepartments(departments, departmentLookup(departments), by_user);
  return { departments, users_resolved_again };
}

/** The dry run of {@link replaceDepartments}: accepts and refuses the same, and writes nothing. */
export async function previewDepartments(
  given: unknown,
  users: UserDirectory,
  documents: Pick<DocumentCatalog, "list">,
): Promise<DepartmentsPreview | Refusal> {
  const departments = await readDepartments(given, users);
  if (isRefusal(departments)) return departments;
  const changes = await users.codeChanges(departmentLookup(departments));
  const effects = new ImportEffects();
  for (const { user, code } of changes) effects.add(user, { ...user, department_code: code });
  return {
    departments,
    users_resolved_again: changes.length,
    users_recoded: changes.filter(({ user }) => user.department_code !== null).length,
    users_without_code: changes.filter(({ code }) => code === null).length,
    active_users: (await users.activeOrdinaryUsers()).length,
    effects: await effects.on(documents),
  };
}

async function readDepartments(given: unknown, users: UserDirectory): Promise<Department[] | Refusal> {
  if (!Array.isArray(given)) return refuse("INVALID_REQUEST", "departments must be an array of {code, name}");
  if (given.length > DEPARTMENTS_MAX) {
    return refuse("INVALID_REQUEST", `departments may have at most ${DEPARTMENTS_MAX} entries`);
  }
  const [fault] = departmentFaults(given, (index) => `departments[${index}]`);
  if (fault === undefined) return withoutLookAlikes(given as Department[], users);
  const { index, field, problem } = fault;
  return refuse("INVALID_REQUEST", `departments[${index}]${field === null ? "" : `.${field}`} ${problem}`);
}

/** Refuses a code that looks like another one, unless the master or a user has it already. */
async function withoutLookAlikes(departments: Department[], users: UserDirectory): Promise<Department[] | Refusal> {
  const keys = departments.map(({ code }) => code).filter((code) => problemWithNewKey("code", code) !== null);
  if (keys.length === 0) return departments;
  const { departments: master, known_keys } = await users.look([], { keys });
  const known = new Set([...known_keys, ...master.map(({ code }) => code)]);
  const index = departments.findIndex(({ code }) => problemWithNewKey("code", code) !== null && !known.has(code));
  if (index < 0) return departments;
  const problem = problemWithNewKey(`departments[${index}].code`, departments[index]?.code ?? "");
  return refuse("INVALID_REQUEST", problem as Problem);
}

/** A problem with an entry of a department master, or with one field of it. */
export interface DepartmentFault {
  readonly index: number;
  /** null: the entry as a whole. */
  readonly field: "code" | "name" | null;
  readonly problem: string;
}

/**
 * Finds all problems with the entries of a master, in their order.
 *
 * @param placeOf names another entry in a problem's text
 */
export function departmentFaults(entries: readonly unknown[], placeOf: (index: number) => string): DepartmentFault[] {
  const faults: DepartmentFault[] = [];
  const firstIndex = new Map<unknown, number>();
  for (const [index, entry] of entries.entries()) {
    if (typeof entry !== "object" || entry === null) {
      faults.push({ index, field: null, problem: "must be {code, name}" });
      continue;
    }
    const { code, name, ...rest } = entry as Record<string, unknown>;
    const unknown = Object.keys(rest)[0];
    if (unknown !== undefined) {
      faults.push({ index, field: null, problem: `has an unknown field ${JSON.stringify(unknown)}` });
    }
    const codeProblem = problemWithKey("code", code, KEY_MAX);
    const first = firstIndex.get(code);
    if (codeProblem !== null) faults.push({ index, field: "code", problem: inEnglish(codeProblem) });
    else if (first === undefined) firstIndex.set(code, index);
    const nameProblem = problemWithLine("name", name, NAME_MAX);
    if (nameProblem !== null) faults.push({ index, field: "name", problem: inEnglish(nameProblem) });
    if (first !== undefined) {
      faults.push({
        index,
        field: "code",
        problem: `${JSON.stringify(code)} stands already in ${placeOf(first)}`,
      });
    }
  }
  return faults;
}
