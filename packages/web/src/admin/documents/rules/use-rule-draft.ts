import { hashKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../../../session/session-provider.js";
import type { AccessRules, RulesRead } from "../answers.js";
import { rulesKey } from "../queries.js";
import { combined, sameRules } from "./rules.js";
import { type LostRace, saveRules } from "./save-rules.js";

/** The last event, as the page reports it. */
export type RuleEvent = "saved" | "taken" | "combined" | null;

/** A rule that is being edited: its base version, the edited rule, and a conflicting change of another user. */
export function useRuleDraft(read: RulesRead) {
  const { document_id } = read;
  const api = useApi();
  const queries = useQueryClient();
  const [seen, setSeen] = useState(read);
  const [base, setBase] = useState(read);
  const [draft, setDraft] = useState(read.access_rules);
  const [race, setRace] = useState<LostRace | null>(null);
  const [lastEvent, setLastEvent] = useState<RuleEvent>(null);
  const isDirty = !sameRules(base.access_rules, draft);

  const begin = (from: RulesRead, rules: AccessRules, why: RuleEvent) => {
    setBase(from);
    setDraft(rules);
    setRace(null);
    setLastEvent(why);
    queries.setQueryData(rulesKey(document_id), from);
  };

  // Reread while nothing was changed here: show the new version.
  if (read !== seen) {
    setSeen(read);
    if (!isDirty && race === null) {
      setBase(read);
      setDraft(read.access_rules);
    }
  }

  const saving = useMutation({
    mutationFn: (etag: string) => saveRules(api, document_id, draft, etag),
    onSuccess(outcome) {
      if (outcome.kind === "lost") return setRace(outcome.race);
      begin(outcome.read, outcome.read.access_rules, "saved");
      // Nearly every other answer depends on who may read.
      const saved = hashKey(rulesKey(document_id));
      void queries.invalidateQueries({ predicate: ({ queryHash }) => queryHash !== saved });
    },
  });

  return {
    base,
    draft,
    isDirty,
    race,
    lastEvent,
    saving,
    change(rules: AccessRules) {
      setDraft(rules);
      setLastEvent(null);
      saving.reset();
    },
    discard() {
      setBase(read);
      setDraft(read.access_rules);
      setLastEvent(null);
      saving.reset();
    },
    save: () => saving.mutate(base.etag),
    takeTheirs: ({ theirs }: LostRace) => begin(theirs, theirs.access_rules, "taken"),
    keepMine: ({ theirs }: LostRace) => saving.mutate(theirs.etag),
    combine: ({ theirs }: LostRace) =>
      begin(theirs, combined(base.access_rules, theirs.access_rules, draft), "combined"),
  };
}
