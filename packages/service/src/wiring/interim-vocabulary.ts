import type { KeptVocabulary, VocabularyStore } from "@retrieval/core/ports";
import { EVERYDAY_WORDS } from "./everyday-words.js";

/** Keeps a vocabulary in this process, without effect on search, until the store in the database is wired. */
export function interimVocabulary(): VocabularyStore {
  const starters = EVERYDAY_WORDS.map((entry) => ({
    ...entry,
    both_ways: false,
    weight: 0.8,
    on: true,
    starter: true,
  }));
  let held: KeptVocabulary = { entries: sorted(starters), version: "1" };
  return {
    read: async () => held,
    async replace(entries, expected) {
      if (expected !== null && expected !== held.version) return "lost";
      const marked = sorted(entries.map((entry) => ({ ...entry, starter: isStarter(entry, held) })));
      if (JSON.stringify(marked) !== JSON.stringify(held.entries))
        held = { entries: marked, version: String(Number(held.version) + 1) };
      return held;
    },
    addStarters: async () => false,
  };
}

function isStarter(
  { on: _, ...words }: object & { readonly on: boolean; readonly said: string },
  held: KeptVocabulary,
) {
  const before = held.entries.find(({ said }) => said === words.said);
  if (before === undefined) return false;
  const { on, starter, ...kept } = before;
  return starter && JSON.stringify(kept) === JSON.stringify(words);
}

function sorted<Entry extends { readonly said: string }>(entries: readonly Entry[]): Entry[] {
  return [...entries].sort((a, b) => (a.said < b.said ? -1 : 1));
}
