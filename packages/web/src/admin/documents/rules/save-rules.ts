import { isApiError } from "../../../api/api-error.js";
import type { Api } from "../../../api/client.js";
import type { AccessRules, HistoryAnswer, RulesAnswer, RulesRead, RuleVersionAnswer } from "../answers.js";
import { documentPath, readRules } from "../queries.js";
import { sameRules } from "./rules.js";

/** A rule that was changed by somebody else between reading and saving. */
export interface LostRace {
  readonly theirs: RulesRead;
  /** Who put it in force, and when. */
  readonly newest: RuleVersionAnswer | null;
}

export type SaveOutcome =
  | { readonly kind: "saved"; readonly read: RulesRead }
  | { readonly kind: "lost"; readonly race: LostRace };

/** Saves a rule that was made from the version with this tag, or says what came between. */
export async function saveRules(api: Api, document_id: string, rules: AccessRules, etag: string): Promise<SaveOutcome> {
  try {
    const { body, headers } = await api.answer<RulesAnswer>({
      method: "PUT",
      path: documentPath(document_id, "access-rules"),
      headers: { "If-Match": etag },
      json: rules,
    });
    return { kind: "saved", read: { ...body, etag: headers.get("etag") ?? "" } };
  } catch (error) {
    if (!isApiError(error, "PRECONDITION_FAILED")) throw error;
    return whatCameBetween(api, document_id, rules);
  }
}

async function whatCameBetween(api: Api, document_id: string, mine: AccessRules): Promise<SaveOutcome> {
  const theirs = await readRules(api, document_id);
  // The same wish twice is no conflict: often it is our own call, whose answer was lost.
  if (sameRules(theirs.access_rules, mine)) return { kind: "saved", read: theirs };
  const path = documentPath(document_id, "access-rules", "history");
  const { versions } = await api.json<HistoryAnswer>({ path, query: { limit: 1 } });
  return { kind: "lost", race: { theirs, newest: versions[0] ?? null } };
}
