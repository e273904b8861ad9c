import type { JsonOf } from "@retrieval/api/client";
import { folded } from "../../folded.js";

export type Entry = JsonOf<"readVocabulary">["entries"][number];
/** Entries by the word that users say. */
export type Entries = ReadonlyMap<string, Entry>;

/** The vocabulary with the tag of the version that was read. */
export interface VocabularyRead {
  readonly entries: Entries;
  readonly etag: string;
}

export type Mark = "added" | "changed" | "removed";

/** An entry, and what changing one vocabulary to another does to it. */
export interface MarkedEntry {
  /** As it is after the change; a removed one as it was before. */
  readonly entry: Entry;
  readonly mark: Mark | null;
}

export function entriesOf(entries: readonly Entry[]): Entries {
  return new Map(entries.map((entry) => [entry.said, entry]));
}

/** All entries of both vocabularies, in the order of their words. */
export function markedEntries(before: Entries, after: Entries): readonly MarkedEntry[] {
  const marked: MarkedEntry[] = [];
  for (const entry of after.values()) {
    const old = before.get(entry.said);
    marked.push({ entry, mark: old === undefined ? "added" : sameEntry(old, entry) ? null : "changed" });
  }
  for (const entry of before.values()) if (!after.has(entry.said)) marked.push({ entry, mark: "removed" });
  return marked.sort((a, b) => (a.entry.said < b.entry.said ? -1 : 1));
}

export type Counts = Readonly<Record<Mark, number>>;

export function countsOf(marked: readonly MarkedEntry[]): Counts {
  const counts = { added: 0, changed: 0, removed: 0 };
  for (const { mark } of marked) if (mark !== null) counts[mark] += 1;
  return counts;
}

/** Combines two changes of one vocabulary. An entry that both changed is as in `mine`. */
export function combined(base: Entries, theirs: Entries, mine: Entries): Entries {
  const entries = new Map(theirs);
  for (const { entry, mark } of changesOf(base, mine)) {
    if (mark === "removed") entries.delete(entry.said);
    else entries.set(entry.said, entry);
  }
  return entries;
}

/** The entries that two changes of one vocabulary leave different. */
export function conflicts(base: Entries, theirs: Entries, mine: Entries): ReadonlySet<string> {
  const changed = new Set(changesOf(base, theirs).map(({ entry }) => entry.said));
  const both = changesOf(base, mine).filter(({ entry: { said } }) => changed.has(said));
  return new Set(both.map(({ entry }) => entry.said).filter((said) => !sameOrGone(theirs.get(said), mine.get(said))));
}

export function changesOf(before: Entries, after: Entries): readonly MarkedEntry[] {
  return markedEntries(before, after).filter(({ mark }) => mark !== null);
}

export function sameEntries(a: Entries, b: Entries): boolean {
  return a.size === b.size && [...a.values()].every((entry) => sameOrGone(entry, b.get(entry.said)));
}

function sameOrGone(a: Entry | undefined, b: Entry | undefined): boolean {
  return a === undefined || b === undefined ? a === b : sameEntry(a, b);
}

/** The mark of a starter is the service's own. */
function sameEntry(a: Entry, b: Entry): boolean {
  const fields = ({ said, meant, both_ways, weight, on }: Entry) =>
    JSON.stringify([said, meant, both_ways, weight, on]);
  return a === b || fields(a) === fields(b);
}

/** What the list can be narrowed to. */
export const SHOWN = {
  all: () => true,
  unsaved: ({ mark }) => mark !== null,
  on: ({ entry }) => entry.on,
  off: ({ entry }) => !entry.on,
  starter: ({ entry }) => entry.starter,
  own: ({ entry }) => !entry.starter,
} as const satisfies Readonly<Record<string, (marked: MarkedEntry) => boolean>>;
export type Shown = keyof typeof SHOWN;

/** Whether a word of the entry contains the typed text; ignores case, width and differences of white space. */
export function holds({ said, meant }: Entry, typed: string): boolean {
  const sought = folded(typed.trim());
  return [said, ...meant].some((word) => folded(word).includes(sought));
}
