import type { DocumentCatalog } from "../documents/document-catalog.js";
import { isRefusal, type Refusal, refuse } from "../errors.js";
import { isObject } from "../is-object.js";
import { DEPARTMENTS_MAX } from "../limits.js";
import { problemWithNewKey, problemWithTitle } from "../look-alikes.js";
import type { Problem } from "../problems.js";
import { KEY_MAX, NAME_MAX, problemWithKey } from "../text.js";
import { departmentLookup } from "./department-lookup.js";
import { type ImportEffect, ImportEffects } from "./import-effects.js";
import type { Department } from "./user.js";
import type { UserDirectory } from "./user-directory.js";

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
  body: unknown,
  by_user: string | null = null,
): Promise<ReplacedDepartments | Refusal> {
  const departments = await newMaster(body, users);
  if (isRefusal(departments)) return departments;
  const users_resolved_again = await users.replaceDepartments(departments, departmentLookup(departments), by_user);
  return { departments, users_resolved_again };
}

/** The dry run of {@link replaceDepartments}: accepts and refuses the same, and writes nothing. */
export async function previewDepartments(
  body: unknown,
  users: UserDirectory,
  documents: Pick<DocumentCatalog, "list">,
): Promise<DepartmentsPreview | Refusal> {
  const departments = await newMaster(body, users);
  if (isRefusal(departments)) return departments;
  const changes = await users.codeChanges(departmentLookup(departments));
  const effects = new ImportEffects();
  for (const { user, code } of changes) effects.add(user, { ...user, department_code: code });
  return {
    departments,
    users_resolved_again: changes.length,
    users_recoded: changes.filter(({ user }) => user.department_code !== null).length,
    users_without_code: changes.filter(({ code }) => code === null).length,
    active_users: (await users.look([], { deactivations: true })).deactivations?.active ?? 0,
    effects: await effects.on(documents),
  };
}

async function newMaster(body: unknown, users: UserDirectory): Promise<Department[] | Refusal> {
  const departments = readDepartments(body);
  return isRefusal(departments) ? departments : withoutLookAlikes(departments, users);
}

export function readDepartments(body: unknown): Department[] | Refusal {
  if (!isObject(body)) {
    return refuse("INVALID_REQUEST", { code: "body.not_object" });
  }
  const { departments: given } = body as { departments?: unknown };
  if (!Array.isArray(given)) return refuse("INVALID_REQUEST", { code: "field.not_array", field: "departments" });
  if (given.length > DEPARTMENTS_MAX) {
    return refuse("INVALID_REQUEST", { code: "field.too_many_entries", field: "departments", max: DEPARTMENTS_MAX });
  }
  const [wrong] = departmentProblems(given);
  return wrong === undefined ? (given as Department[]) : refuse("INVALID_REQUEST", wrong.problem);
}

/** Refuses a code that looks like another one, unless the master or a user has it already. */
async function withoutLookAlikes(departments: Department[], users: UserDirectory): Promise<Department[] | Refusal> {
  const suspects = departments.flatMap(({ code }, index) => {
    const problem = problemWithNewKey(`departments[${index}].code`, code);
    return problem === null ? [] : { code, problem };
  });
  if (suspects.length === 0) return departments;
  const { departments: master, known_keys } = await users.look([], { keys: suspects.map(({ code }) => code) });
  const known = new Set([...known_keys, ...master.map(({ code }) => code)]);
  const unknown = suspects.find(({ code }) => !known.has(code));
  return unknown === undefined ? departments : refuse("INVALID_REQUEST", unknown.problem);
}

/** A problem with an entry of a department master, or with one field of it. */
export interface DepartmentProblem {
  readonly index: number;
  /** null: the entry as a whole. */
  readonly field: "code" | "name" | null;
  readonly problem: Problem;
}

/**
 * Finds all problems with the entries of a master, in their order.
 *
 * @param lineOf the line of each entry in its file; without it, problems name entries by their place in the list
 */
export function departmentProblems(
  entries: readonly unknown[],
  lineOf?: (index: number) => number,
): DepartmentProblem[] {
  const problems: DepartmentProblem[] = [];
  const firstIndex = new Map<unknown, number>();
  for (const [index, entry] of entries.entries()) {
    const at = `departments[${index}]`;
    const nameOf = (field: "code" | "name") => (lineOf === undefined ? `${at}.${field}` : field);
    if (typeof entry !== "object" || entry === null) {
      problems.push({ index, field: null, problem: { code: "field.not_object", field: at } });
      continue;
    }
    const { code, name, ...rest } = entry as Record<string, unknown>;
    const unknown = Object.keys(rest)[0];
    if (unknown !== undefined) {
      problems.push({ index, field: null, problem: { code: "field.unknown_field", field: at, name: unknown } });
    }
    const codeProblem = problemWithKey(nameOf("code"), code, KEY_MAX);
    const first = firstIndex.get(code);
    if (codeProblem !== null) problems.push({ index, field: "code", problem: codeProblem });
    else if (first === undefined) firstIndex.set(code, index);
    const nameProblem = problemWithTitle(nameOf("name"), name, NAME_MAX);
    if (nameProblem !== null) problems.push({ index, field: "name", problem: nameProblem });
    if (first !== undefined) {
      const department_code = code as string;
      const problem: Problem =
        lineOf === undefined
          ? { code: "department_code.duplicate", field: nameOf("code"), department_code, first_index: first }
          : { code: "department_code.duplicate_line", department_code, first_line: lineOf(first) };
      problems.push({ index, field: "code", problem });
    }
  }
  return problems;
}
