import { type Client, ConnectionError, type JsonOf } from "@retrieval/api/client";
import { type LanguageCode, sentenceOf } from "@retrieval/api/texts";
import { isObject, KEY_MAX, problemWithKey } from "@retrieval/core/limits";
import type { Problem } from "@retrieval/core/problems";
import type { UserChange } from "@retrieval/core/users";
import { type Failure, failureOf } from "./failure.js";

/**
 * The portal's synchronisation record (SPEC 2.1): department_code decides permissions, department_name is for
 * reference. Beside the spec's fields it may carry email, role and is_active.
 */
export type SynchronisationRecord = Omit<UserChange, "department"> & { readonly department_name?: string | null };

export type SynchronisationOutcome = ({ readonly ok: true } & SynchronisationAnswer) | Failure;

type SynchronisationAnswer = JsonOf<"synchroniseUser">;

export async function synchroniseUser(
  client: Client,
  record: SynchronisationRecord,
  language: LanguageCode,
): Promise<SynchronisationOutcome> {
  const { user_id } = record;
  const problem = problemInPath(user_id);
  if (problem !== null) {
    const problems = [problem];
    const message = sentenceOf(problems, language);
    return { ok: false, code: "INVALID_REQUEST", message, problems, status: null, detail: null };
  }
  try {
    return outcomeOf(await client.synchroniseUser({ user_id, body: record }));
  } catch (error) {
    return failureOf(error, language);
  }
}

function outcomeOf({ status, body }: { readonly status: number; readonly body: unknown }): SynchronisationOutcome {
  if ((status === 200 || status === 201) && isSynchronisationAnswer(body)) return { ok: true, ...body };
  throw new ConnectionError(`status ${status}, but not the answer of a synchronisation`, status);
}

// The user_id is a part of the path, so one that the service would refuse is not sent: an empty text, a lone surrogate or
// a dot segment (which every URL parser resolves, `%2e` too) would name another address.
function problemInPath(user_id: string): Problem | null {
  if (user_id === "." || user_id === "..") return { code: "user_id.not_in_address" };
  return problemWithKey("user_id", user_id, KEY_MAX);
}

function isSynchronisationAnswer(body: unknown): body is SynchronisationAnswer {
  return isObject(body) && typeof body.result === "string" && isObject(body.user);
}
