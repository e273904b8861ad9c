import type { Api } from "../../../api/client.js";
import { isRefusal } from "../../../api/errors.js";
import { readRules, withTag } from "../../../parts/rule-queries.js";
import type { SaveOutcome } from "../../use-draft.js";
import type { AccessRules, RulesRead, RuleVersion } from "../answers.js";
import { sameRules } from "./rules.js";

/** Another user changed the rule between our reading and saving. */
export interface LostRace {
  readonly theirs: RulesRead;
  /** Who changed it, and when. */
  readonly newest: RuleVersion | null;
}

/** Saves a rule that is based on the version with this tag, or returns the change that came in between. */
export async function saveRules(
  api: Api,
  document_id: string,
  rules: AccessRules,
  etag: string,
): Promise<SaveOutcome<RulesRead, LostRace>> {
  try {
    const saved = await api.client.changeAccessRules({ document_id, ifMatch: etag, body: rules });
    return { kind: "saved", read: withTag(saved) };
  } catch (error) {
    if (!isRefusal(error, "PRECONDITION_FAILED")) throw error;
    return whatCameBetween(api, document_id, rules);
  }
}

async function whatCameBetween(
  api: Api,
  document_id: string,
  mine: AccessRules,
): Promise<SaveOutcome<RulesRead, LostRace>> {
  const theirs = await readRules(api, document_id);
  // The same rule is no conflict: often it is our own call, whose answer was lost.
  if (sameRules(theirs.access_rules, mine)) return { kind: "saved", read: theirs };
  const { body } = await api.client.listAccessRuleVersions({ document_id, limit: 1 });
  return { kind: "lost", race: { theirs, newest: body.items[0] ?? null } };
}
