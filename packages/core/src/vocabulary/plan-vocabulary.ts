import { createHash } from "node:crypto";
import { type Refusal, refuse } from "../errors.js";
import { VOCABULARY } from "../limits.js";
import { ENTRY_FIELDS, type KeptEntry } from "./entry.js";

/** What a change does; an entry that changes is as it is afterwards. */
export interface VocabularyChange {
  readonly added: readonly KeptEntry[];
  readonly changed: readonly KeptEntry[];
  readonly removed: readonly KeptEntry[];
  readonly unchanged: number;
}

/**
 * What replacing the vocabulary changes. An entry that came with the service keeps its mark while its words are the same;
 * turning it on or off does not change them. A new entry has the mark that it is given.
 *
 * @param given each `said` once
 */
export function planVocabulary(held: readonly KeptEntry[], given: readonly KeptEntry[]): VocabularyChange {
  const before = new Map(held.map((entry) => [entry.said, entry]));
  const after = new Set(given.map(({ said }) => said));
  const changed = given.flatMap((entry) => {
    const old = before.get(entry.said);
    if (old === undefined) return [];
    return isSame(old, entry) ? [] : [{ ...entry, starter: old.starter && wordsOf(old) === wordsOf(entry) }];
  });
  const added = given.filter(({ said }) => !before.has(said));
  const removed = held.filter(({ said }) => !after.has(said));
  return { added, changed, removed, unchanged: given.length - added.length - changed.length };
}

const wordsOf = ({ meant, both_ways, weight }: KeptEntry) => JSON.stringify([meant, both_ways, weight]);

const isSame = (old: KeptEntry, entry: KeptEntry) =>
  old.said === entry.said && old.on === entry.on && wordsOf(old) === wordsOf(entry);

/** The version that no entry has: for a change of an entry that must not be there yet. */
export const ABSENT = "absent";

/**
 * What putting or deleting one entry changes.
 *
 * @param entry null deletes the entry; another `said` renames it
 * @param expected the version of the entry, {@link ABSENT}, or null for any
 */
export function planEntry(
  held: readonly KeptEntry[],
  said: string,
  entry: KeptEntry | null,
  expected: string | null,
): VocabularyChange | Refusal {
  const old = held.find((one) => one.said === said);
  const isNew = entry !== null && (expected === null || expected === ABSENT);
  if (old === undefined && !isNew) return noEntry(said);
  if (old !== undefined && expected !== null && expected !== versionOf(old)) {
    if (expected !== ABSENT) return refuse("PRECONDITION_FAILED", { code: "vocabulary.entry_changed_since", said });
    // The same entry is sent again where the answer to the first was lost.
    if (entry === null || !isSame(old, entry)) return refuse("PRECONDITION_FAILED", taken(said));
  }
  const others = held.filter((one) => one !== old);
  if (entry === null) return planVocabulary(held, others);
  if (others.some((one) => one.said === entry.said)) return refuse("CONFLICT", taken(entry.said));
  const entries = [...others, entry];
  return isFull(entries) ? FULL : planVocabulary(held, entries);
}

const taken = (said: string) => ({ code: "vocabulary.taken", said }) as const;

export const isFull = (entries: readonly KeptEntry[]) => entries.length > VOCABULARY.entries;
export const FULL = refuse("CONFLICT", { code: "vocabulary.full", max: VOCABULARY.entries });

export const noEntry = (said: string): Refusal => refuse("NOT_FOUND", { code: "vocabulary.unknown_entry", said });

/** The ETag of an entry, or of all: the same for the same entries, whoever wrote them. */
export function versionOf(entries: KeptEntry | readonly KeptEntry[]): string {
  const fields = [entries].flat().map((entry) => ENTRY_FIELDS.map((name) => entry[name]));
  return createHash("sha256").update(JSON.stringify(fields), "utf8").digest("hex").slice(0, 32);
}
