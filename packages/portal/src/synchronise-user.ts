import { KEY_MAX, problemWithKey, type SynchronisationAnswer, type UserChange } from "@retrieval/core";
import type { Caller } from "./call.js";
import { connectionFailure, type Failure, isObject, refusalOf } from "./failure.js";

/**
 * The portal's synchronisation record (SPEC 2.1): department_code decides permissions, department_name is for
 * reference. Beside the spec's fields it may carry email, role and is_active.
 */
export type SynchronisationRecord = Omit<UserChange, "department"> & { readonly department_name?: string | null };

export type SynchronisationOutcome = ({ readonly ok: true } & SynchronisationAnswer) | Failure;

export async function synchroniseUser(
  call: Caller,
  record: SynchronisationRecord,
  token: string,
): Promise<SynchronisationOutcome> {
  const problem = problemInPath(record.user_id);
  if (problem !== null) {
    return { ok: false, code: "INVALID_REQUEST", message: `user_id ${problem}.`, status: null, detail: null };
  }
  const path = `api/manage/users/${encodeURIComponent(record.user_id)}`;
  const answer = await call({ method: "PUT", path, body: record, token });
  if (!answer.ok) return answer;
  const { status, body } = answer;
  if (status !== 200 && status !== 201) return refusalOf(status, body);
  if (isSynchronisationAnswer(body)) return { ok: true, result: body.result, user: body.user };
  return connectionFailure(`status ${status}, but not the answer of a synchronisation`, status);
}

// An id that the service would refuse is not sent, because it is part of the path: an empty text, a lone surrogate or a
// dot segment (which every URL parser resolves, `%2e` too) would address something else.
function problemInPath(user_id: string): string | null {
  if (user_id === "." || user_id === "..") return "cannot be part of an address; use the bulk import";
  return problemWithKey(user_id, KEY_MAX);
}

function isSynchronisationAnswer(body: unknown): body is SynchronisationAnswer {
  return isObject(body) && typeof body.result === "string" && isObject(body.user);
}
