import { rulesKey } from "../../../parts/rule-queries.js";
import { useApi } from "../../../session/session-provider.js";
import { useDraft } from "../../use-draft.js";
import type { AccessRules, RulesRead } from "../answers.js";
import { combined, sameRules } from "./rules.js";
import { type LostRace, saveRules } from "./save-rules.js";

/** A rule that is being edited. */
export function useRuleDraft(read: RulesRead) {
  const { document_id } = read;
  const api = useApi();
  const { change, saveOver, take, combine, ...edited } = useDraft(read, {
    key: rulesKey(document_id),
    contentOf: ({ access_rules }) => access_rules,
    isSame: sameRules,
    save: (rules: AccessRules, etag) => saveRules(api, document_id, rules, etag),
  });
  const { base, draft } = edited;
  return {
    ...edited,
    change: (rules: AccessRules) => change(() => rules),
    takeTheirs: ({ theirs }: LostRace) => take(theirs),
    keepMine: ({ theirs }: LostRace) => saveOver(theirs),
    combine: ({ theirs }: LostRace) => combine(theirs, combined(base.access_rules, theirs.access_rules, draft)),
  };
}
