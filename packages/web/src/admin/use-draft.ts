import { hashKey, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";

/** How a save ended: with the new version, or with a change of another user that came in between. */
export type SaveOutcome<Read, Race> =
  | { readonly kind: "saved"; readonly read: Read }
  | { readonly kind: "lost"; readonly race: Race };

/** The last event, as the page reports it. */
export type DraftEvent = "saved" | "taken" | "combined" | null;

interface DraftOptions<Read, Value, Race> {
  readonly key: QueryKey;
  readonly contentOf: (read: Read) => Value;
  readonly isSame: (a: Value, b: Value) => boolean;
  /** Saves what is based on the version with this tag. */
  readonly save: (value: Value, etag: string) => Promise<SaveOutcome<Read, Race>>;
}

/** A version that is being edited: its base, the edited value, and a conflicting change of another user. */
export function useDraft<Read extends { readonly etag: string }, Value, Race>(
  read: Read,
  { key, contentOf, isSame, save }: DraftOptions<Read, Value, Race>,
) {
  const queries = useQueryClient();
  const [seen, setSeen] = useState(read);
  const [base, setBase] = useState(read);
  const [draft, setDraft] = useState(() => contentOf(read));
  const [race, setRace] = useState<Race | null>(null);
  const [lastEvent, setLastEvent] = useState<DraftEvent>(null);
  const isDirty = draft !== contentOf(base) && !isSame(contentOf(base), draft);

  const begin = (from: Read, value: Value, why: DraftEvent) => {
    setBase(from);
    setDraft(() => value);
    setRace(null);
    setLastEvent(why);
    queries.setQueryData(key, from);
  };

  // Reread while nothing was changed here: show the new version.
  if (read !== seen) {
    setSeen(read);
    if (!isDirty && race === null) {
      setBase(read);
      setDraft(() => contentOf(read));
    }
  }

  const saving = useMutation({
    mutationFn: (etag: string) => save(draft, etag),
    onSuccess(outcome) {
      if (outcome.kind === "lost") return setRace(outcome.race);
      begin(outcome.read, contentOf(outcome.read), "saved");
      // Other answers depend on what was saved.
      const saved = hashKey(key);
      void queries.invalidateQueries({ predicate: ({ queryHash }) => queryHash !== saved });
    },
  });
  const { reset } = saving;

  const change = useCallback(
    (changed: (value: Value) => Value) => {
      setDraft(changed);
      setLastEvent(null);
      reset();
    },
    [reset],
  );

  return {
    ...{ base, draft, isDirty, race, lastEvent, saving, change },
    discard() {
      setBase(read);
      change(() => contentOf(read));
    },
    save: () => saving.mutate(base.etag),
    /** Over another user's version. */
    saveOver: (theirs: Read) => saving.mutate(theirs.etag),
    take: (theirs: Read) => begin(theirs, contentOf(theirs), "taken"),
    combine: (theirs: Read, value: Value) => begin(theirs, value, "combined"),
  };
}
