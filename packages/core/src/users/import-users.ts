import { isRefusal, type Refusal, refuse } from "../errors.js";
import { isObject } from "../is-object.js";
import { USERS_PER_IMPORT } from "../limits.js";
import type { Problem } from "../problems.js";
import { applyChanges } from "./apply-changes.js";
import type { HashedChange } from "./user-change.js";
import { readUserFields, type UserChange } from "./user-change.js";
import type { UserDirectory } from "./user-directory.js";

/** What a bulk import did (SPEC 4.2). Always: created + updated + skipped + errors.length = total_requested. */
export interface BulkImport {
  readonly created: number;
  /** Existing users in the call, whether or not a field changed. */
  readonly updated: number;
  readonly skipped: number;
  /** How many of the updated users this call deactivated. Absent if none. */
  readonly deactivated?: number;
  /** In the order of the entries. */
  readonly errors: readonly RefusedEntry[];
  readonly total_requested: number;
  readonly warnings: readonly EntryWarning[];
}

interface RefusedEntry {
  /** The place of the entry in the call, from 0. */
  readonly index: number;
  readonly user_id: string;
  readonly problems: readonly Problem[];
}

interface EntryWarning {
  readonly index: number;
  readonly user_id: string;
  readonly problem: Problem;
}

/**
 * Hashes the initial passwords that an import may carry (SPEC 4.2). The service itself has no password sign-in. It MUST
 * NOT block the event loop; calls MAY run side by side.
 *
 * @returns a salted hash in PHC string form
 */
export type HashPassword = (password: string) => Promise<string>;

interface ImportDeps {
  readonly users: UserDirectory;
  readonly hashPassword: HashPassword;
}

/**
 * Creates or updates up to 100 users. An entry that fails is reported and stops no other entry (SPEC 4.2).
 *
 * @param yes_deactivate the number of deactivations of ordinary users to which the caller agrees; each one beyond it
 *   and beyond the limit of the guard is an error of its entry (docs/decisions/0003)
 */
export async function importUsers(
  body: unknown,
  caller_id: string | null,
  deps: ImportDeps,
  yes_deactivate = 0,
): Promise<BulkImport | Refusal> {
  const read = readBulkImport(body);
  if (isRefusal(read)) return read;
  const { valid, errors, update_existing, total_requested } = read;
  const changes = await Promise.all(valid.map(({ entry }) => withHashedPassword(entry, deps.hashPassword)));
  const options = { update_existing, caller_id, via: "bulk", yes_deactivate } as const;
  const { planned, refused } = await applyChanges(changes, options, deps.users);

  const counts = { created: 0, updated: 0, skipped: 0 };
  const warnings: EntryWarning[] = [];
  let deactivated = 0;
  for (const [i, plan] of planned.entries()) {
    const { index } = valid[i] as Valid;
    const { user_id } = changes[i] as HashedChange;
    const problem = plan.result === "error" ? plan.problem : refused.get(user_id);
    if (problem !== undefined) {
      errors.push({ index, user_id, problems: [problem] });
      continue;
    }
    counts[plan.result === "created" || plan.result === "skipped" ? plan.result : "updated"] += 1;
    if (plan.result === "deactivated") deactivated += 1;
    for (const problem of plan.warnings) warnings.push({ index, user_id, problem });
  }
  errors.sort((a, b) => a.index - b.index);
  return { ...counts, ...(deactivated > 0 ? { deactivated } : {}), errors, total_requested, warnings };
}

/** Refuses a call as a whole; entries with problems become its errors. */
export function readBulkImport(body: unknown) {
  if (!isObject(body)) {
    return refuse("INVALID_REQUEST", { code: "body.not_object" });
  }
  const { users: entries, update_existing = false } = body as { users?: unknown; update_existing?: unknown };
  if (!Array.isArray(entries)) return refuse("INVALID_REQUEST", { code: "field.not_array", field: "users" });
  if (entries.length > USERS_PER_IMPORT) {
    return refuse("INVALID_REQUEST", { code: "field.too_many_entries", field: "users", max: USERS_PER_IMPORT });
  }
  if (typeof update_existing !== "boolean") {
    return refuse("INVALID_REQUEST", { code: "field.not_boolean", field: "update_existing" });
  }
  return { ...readEntries(entries), update_existing, total_requested: entries.length };
}

interface Valid {
  readonly index: number;
  readonly entry: UserChange & { readonly password?: string };
}

function readEntries(entries: readonly unknown[]) {
  const valid: Valid[] = [];
  const errors: RefusedEntry[] = [];
  const firstIndex = new Map<string, number>();
  for (const [index, entry] of entries.entries()) {
    const user_id = idOf(entry);
    const first = firstIndex.get(user_id);
    if (user_id !== "" && first === undefined) firstIndex.set(user_id, index);
    const read = readUserFields(entry, "entry");
    if (first !== undefined) {
      errors.push({ index, user_id, problems: [{ code: "user_id.duplicate", first_index: first }] });
    } else if ("problems" in read) errors.push({ index, user_id, problems: read.problems });
    else valid.push({ index, entry: read.fields as unknown as Valid["entry"] });
  }
  return { valid, errors };
}

/** errors[].user_id is "" if the entry has none. */
function idOf(entry: unknown): string {
  const id = (entry as { user_id?: unknown } | null | undefined)?.user_id;
  return typeof id === "string" ? id : "";
}

async function withHashedPassword(
  { password, ...change }: Valid["entry"],
  hashPassword: HashPassword,
): Promise<HashedChange> {
  return password === undefined ? change : { ...change, password_hash: await hashPassword(password) };
}
