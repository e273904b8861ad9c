import { isRefusal, Refusal, refuse } from "../errors.js";
import { isObject } from "../is-object.js";
import type { Problem } from "../problems.js";
import { applyOneChange } from "./one-change.js";
import { summaryOf, type UserSummary } from "./user.js";
import { type HashedChange, readUserFields } from "./user-change.js";
import type { UserDirectory } from "./user-directory.js";

export interface SynchronisationAnswer {
  readonly result: "created" | "updated" | "unchanged";
  readonly user: UserSummary;
  readonly warnings: readonly Problem[];
}

/** Creates or updates one user from a synchronisation record. Absent fields stay unchanged. */
export async function synchroniseUser(
  user_id: string,
  body: unknown,
  caller_id: string | null,
  users: UserDirectory,
): Promise<SynchronisationAnswer | Refusal> {
  const change = readSynchronisationRecord(user_id, body);
  if (isRefusal(change)) return change;
  const plan = await applyOneChange(change, caller_id, users);
  if (isRefusal(plan)) return plan;
  const { result, warnings } = plan;
  const ended = result === "created" || result === "unchanged" ? result : "updated";
  return { result: ended, user: summaryOf(plan.user), warnings };
}

export function readSynchronisationRecord(user_id: string, body: unknown): HashedChange | Refusal {
  if (!isObject(body)) {
    return refuse("INVALID_REQUEST", { code: "body.not_object" });
  }
  const given = body as Record<string, unknown>;
  if (given.user_id !== undefined && given.user_id !== user_id) {
    return refuse("INVALID_REQUEST", { code: "user_id.other_in_path" });
  }
  const read = readUserFields({ ...given, user_id }, "record");
  if ("problems" in read) return new Refusal("INVALID_REQUEST", read.problems);
  const { department_name, ...change } = read.fields;
  return {
    ...change,
    ...(department_name === undefined ? {} : { department: department_name }),
  } as unknown as HashedChange;
}
