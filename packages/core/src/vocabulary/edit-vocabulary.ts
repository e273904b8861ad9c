import { isRefusal, type Refusal, refuse } from "../errors.js";
import { foldLine } from "../search/text/folding.js";
import type { KeptEntry, Starter } from "./entry.js";
import { entriesFrom, entryFrom, type GivenVocabulary } from "./given-vocabulary.js";
import { FULL, isFull, noEntry, planEntry, planVocabulary, versionOf } from "./plan-vocabulary.js";
import type { ChangedVocabulary, VocabularyStore } from "./vocabulary-store.js";

interface VocabularyFilter {
  /** A part of a word, regardless of case and width. */
  readonly query?: string | undefined;
  readonly on?: boolean | undefined;
  readonly starter?: boolean | undefined;
}

/** The entries that a filter leaves. */
export const filterEntries = (entries: readonly KeptEntry[], { query = "", on, starter }: VocabularyFilter) => {
  const sought = foldLine(query);
  const isSought = ({ said, meant }: KeptEntry) => [said, ...meant].some((word) => foldLine(word).includes(sought));
  return entries.filter(
    (entry) => (on ?? entry.on) === entry.on && (starter ?? entry.starter) === entry.starter && isSought(entry),
  );
};

/**
 * Replaces the whole vocabulary.
 *
 * @param expected the version it was made from, or null to overwrite any version
 */
export async function replaceVocabulary(
  given: GivenVocabulary,
  expected: string | null,
  by_user: string | null,
  store: VocabularyStore,
): Promise<ChangedVocabulary | Refusal> {
  const entries = entriesFrom(given);
  if (isRefusal(entries)) return entries;
  const isLost = (held: readonly KeptEntry[]) => expected !== null && expected !== versionOf(held);
  return store.change((held) => (isLost(held) ? CHANGED_SINCE : planVocabulary(held, entries)), by_user);
}

const CHANGED_SINCE = refuse("PRECONDITION_FAILED", { code: "vocabulary.changed_since" });

/** What {@link replaceVocabulary} would change, with the entries as they are. Writes nothing. */
export async function previewVocabulary(
  given: GivenVocabulary,
  store: VocabularyStore,
): Promise<ChangedVocabulary | Refusal> {
  const entries = entriesFrom(given);
  if (isRefusal(entries)) return entries;
  const held = await store.read();
  return { entries: held, change: planVocabulary(held, entries) };
}

export async function readEntry(said: string, store: VocabularyStore): Promise<KeptEntry | Refusal> {
  return (await store.read()).find((entry) => entry.said === said) ?? noEntry(said);
}

/**
 * Adds or changes one entry.
 *
 * @param body may have another `said`, which renames the entry
 * @param expected the version of the entry, {@link ABSENT} to add it only, or null to overwrite any version
 */
export async function putEntry(
  said: string,
  body: unknown,
  expected: string | null,
  by_user: string,
  store: VocabularyStore,
): Promise<KeptEntry | Refusal> {
  const entry = entryFrom(body, said);
  if (isRefusal(entry)) return entry;
  const changed = await store.change((held) => planEntry(held, said, entry, expected), by_user);
  return isRefusal(changed) ? changed : (changed.entries.find((one) => one.said === entry.said) as KeptEntry);
}

/** @param expected as for {@link putEntry} */
export async function deleteEntry(
  said: string,
  expected: string | null,
  by_user: string,
  store: VocabularyStore,
): Promise<Refusal | null> {
  const changed = await store.change((held) => planEntry(held, said, null, expected), by_user);
  return isRefusal(changed) ? changed : null;
}

/** Adds the entries that come with the service whose word is not there, also those that were removed. */
export function addStarters(
  starters: readonly Starter[],
  by_user: string,
  store: VocabularyStore,
): Promise<ChangedVocabulary | Refusal> {
  return store.change((held) => {
    const words = new Set(held.map(({ said }) => said));
    const missing = starters.filter(({ said }) => !words.has(said));
    const entries = [...held, ...missing.map((starter) => ({ ...starter, on: true, starter: true }))];
    return isFull(entries) ? FULL : planVocabulary(held, entries);
  }, by_user);
}
