import { sentenceOf } from "@retrieval/api/texts";
import { KEY_MAX, problemWithKey } from "@retrieval/core/limits";
import type { Problem } from "@retrieval/core/problems";
import type { SynchronisationAnswer } from "@retrieval/core/use-cases";
import type { UserChange } from "@retrieval/core/users";
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
    const message = sentenceOf([problem], "en");
    return { ok: false, code: "INVALID_REQUEST", message, status: null, detail: null };
  }
  const path = `api/manage/users/${encodeURIComponent(record.user_id)}`;
  const answer = await call({ method: "PUT", path, body: record, token });
  if (!answer.ok) return answer;
  const { status, body } = answer;
  if (status !== 200 && status !== 201) return refusalOf(status, body);
  if (isSynchronisationAnswer(body)) return { ok: true, result: body.result, user: body.user };
  return connectionFailure(`status ${status}, but not the answer of a synchronisation`, status);
}

// What the service would refuse is not sent, for it stands in the path: an empty text, a lone surrogate or a dot segment
// (which every URL parser resolves, `%2e` too) would address something else.
function problemInPath(user_id: string): Problem | null {
  if (user_id === "." || user_id === "..") return { code: "user_id.not_in_address" };
  return problemWithKey("user_id", user_id, KEY_MAX);
}

function isSynchronisationAnswer(body: unknown): body is SynchronisationAnswer {
  return isObject(body) && typeof body.result === "string" && isObject(body.user);
}
