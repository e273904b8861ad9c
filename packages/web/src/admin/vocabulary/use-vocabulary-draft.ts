import { hashKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { useApi } from "../../session/session-provider.js";
import { combined, type Entries, type Entry, sameEntries, type VocabularyRead } from "./entries.js";
import { VOCABULARY_KEY } from "./queries.js";
import { type LostRace, saveVocabulary } from "./save-vocabulary.js";

/** The last event, as the page reports it. */
export type VocabularyEvent = "saved" | "taken" | "combined" | null;

/** A vocabulary that is being edited: its base version, the edited entries, and a conflicting change of another user. */
export function useVocabularyDraft(read: VocabularyRead) {
  const api = useApi();
  const queries = useQueryClient();
  const [seen, setSeen] = useState(read);
  const [base, setBase] = useState(read);
  const [draft, setDraft] = useState(read.entries);
  const [race, setRace] = useState<LostRace | null>(null);
  const [lastEvent, setLastEvent] = useState<VocabularyEvent>(null);
  const isDirty = draft !== base.entries && !sameEntries(base.entries, draft);

  const begin = (from: VocabularyRead, entries: Entries, why: VocabularyEvent) => {
    setBase(from);
    setDraft(entries);
    setRace(null);
    setLastEvent(why);
    queries.setQueryData(VOCABULARY_KEY, from);
  };

  // Reread while nothing was changed here: show the new version.
  if (read !== seen) {
    setSeen(read);
    if (!isDirty && race === null) {
      setBase(read);
      setDraft(read.entries);
    }
  }

  const saving = useMutation({
    mutationFn: () => saveVocabulary(api, draft, base.etag),
    onSuccess(outcome) {
      if (outcome.kind === "lost") return setRace(outcome.race);
      begin(outcome.read, outcome.read.entries, "saved");
      // The next search uses it.
      const saved = hashKey(VOCABULARY_KEY);
      void queries.invalidateQueries({ predicate: ({ queryHash }) => queryHash !== saved });
    },
  });
  const { reset } = saving;

  const change = useCallback(
    (changed: (entries: Entries) => Entries) => {
      setDraft(changed);
      setLastEvent(null);
      reset();
    },
    [reset],
  );

  return {
    base,
    draft,
    isDirty,
    race,
    lastEvent,
    saving,
    change,
    /** Adds or replaces an entry. */
    put: useCallback((entry: Entry) => change((entries) => new Map(entries).set(entry.said, entry)), [change]),
    remove: useCallback((said: string) => change((entries) => without(entries, said)), [change]),
    discard() {
      setBase(read);
      change(() => read.entries);
    },
    save: () => saving.mutate(),
    takeTheirs: ({ theirs }: LostRace) => begin(theirs, theirs.entries, "taken"),
    combine: ({ theirs }: LostRace) => begin(theirs, combined(base.entries, theirs.entries, draft), "combined"),
  };
}

function without(entries: Entries, said: string): Entries {
  const left = new Map(entries);
  left.delete(said);
  return left;
}
