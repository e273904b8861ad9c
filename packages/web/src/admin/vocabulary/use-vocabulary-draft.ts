import { useCallback } from "react";
import { useApi } from "../../session/session-provider.js";
import { useDraft } from "../use-draft.js";
import { combined, type Entries, type Entry, sameEntries, type VocabularyRead } from "./entries.js";
import { VOCABULARY_KEY } from "./queries.js";
import { type LostRace, saveVocabulary } from "./save-vocabulary.js";

/** A vocabulary that is being edited. */
export function useVocabularyDraft(read: VocabularyRead) {
  const api = useApi();
  const {
    saveOver: _,
    take,
    combine,
    ...edited
  } = useDraft(read, {
    key: VOCABULARY_KEY,
    contentOf: ({ entries }) => entries,
    isSame: sameEntries,
    save: (entries: Entries, etag) => saveVocabulary(api, entries, etag),
  });
  const { base, draft, change } = edited;
  return {
    ...edited,
    /** Adds or replaces an entry. */
    put: useCallback((entry: Entry) => change((entries) => new Map(entries).set(entry.said, entry)), [change]),
    remove: useCallback((said: string) => change((entries) => without(entries, said)), [change]),
    takeTheirs: ({ theirs }: LostRace) => take(theirs),
    combine: ({ theirs }: LostRace) => combine(theirs, combined(base.entries, theirs.entries, draft)),
  };
}

function without(entries: Entries, said: string): Entries {
  const left = new Map(entries);
  left.delete(said);
  return left;
}
