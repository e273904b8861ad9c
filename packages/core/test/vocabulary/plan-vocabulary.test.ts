import { describe, expect, it } from "@jest/globals";
import { Refusal } from "../../src/errors.js";
import { filterEntries } from "../../src/vocabulary/edit-vocabulary.js";
import type { KeptEntry } from "../../src/vocabulary/entry.js";
import { ABSENT, planEntry, planVocabulary, versionOf } from "../../src/vocabulary/plan-vocabulary.js";

const entry = (said: string, fields: Partial<KeptEntry> = {}): KeptEntry => ({
  ...{ said, meant: ["賞与"], both_ways: false, weight: 0.8, on: true, starter: false },
  ...fields,
});
const [A, B] = [entry("a", { starter: true }), entry("b")];
const WORDS: readonly Partial<KeptEntry>[] = [{ meant: ["給与"] }, { both_ways: true }, { weight: 0.5 }];

describe("The plan of a vocabulary", () => {
  it("names what is added, changed and removed, and counts the rest", () => {
    const off = { ...B, on: false };
    expect(planVocabulary([A, B, entry("x")], [entry("c"), off, A])).toEqual({
      ...{ added: [entry("c")], changed: [off], removed: [entry("x")], unchanged: 1 },
    });
  });

  it("keeps the mark of a starter until its words change, and marks no other", () => {
    const planned = (fields: Partial<KeptEntry>, held = A) => planVocabulary([held], [{ ...held, ...fields }]).changed;
    expect(planned({ on: false, starter: false })).toEqual([{ ...A, on: false }]);
    for (const words of WORDS) expect(planned(words)).toEqual([{ ...A, ...words, starter: false }]);
    expect(planned({ starter: true }, B)).toEqual([]);
    expect(planned({ starter: true, on: false }, B)).toEqual([{ ...B, on: false }]);
    expect(planVocabulary([], [A]).added).toEqual([A]);
  });
});

describe("The plan of one entry", () => {
  const plan = (said: string, given: KeptEntry | null, expected: string | null, held = [A, B]) =>
    planEntry(held, said, given, expected);
  const refusal = (outcome: ReturnType<typeof plan>) =>
    outcome instanceof Refusal ? [outcome.code, outcome.problems[0]?.code] : outcome;
  const change = (fields: object) => ({ added: [], changed: [], removed: [], unchanged: 1, ...fields });

  it("adds, changes, renames and deletes the entry, and leaves the others", () => {
    const c = entry("c");
    for (const expected of [null, ABSENT]) expect(plan("c", c, expected)).toEqual(change({ added: [c], unchanged: 2 }));
    const off = { ...B, on: false };
    for (const expected of [null, versionOf(B)]) {
      expect(plan("b", off, expected)).toEqual(change({ changed: [off] }));
      expect(plan("b", c, expected)).toEqual(change({ added: [c], removed: [B] }));
      expect(plan("b", null, expected)).toEqual(change({ removed: [B] }));
    }
    expect(plan("b", B, null)).toEqual(change({ unchanged: 2 }));
    // Added once more, after an answer that was lost.
    for (const held of [A, B])
      expect(plan(held.said, { ...held, starter: false }, ABSENT)).toEqual(change({ unchanged: 2 }));
  });

  it("refuses what would lose another change, or what is not there", () => {
    const changed = ["PRECONDITION_FAILED", "vocabulary.entry_changed_since"];
    expect(refusal(plan("b", { ...B, on: false }, versionOf(A)))).toEqual(changed);
    expect(refusal(plan("b", null, versionOf(A)))).toEqual(changed);
    for (const other of [{ ...B, on: false }, { ...B, meant: ["other"] }, entry("c")])
      expect(refusal(plan("b", other, ABSENT))).toEqual(["PRECONDITION_FAILED", "vocabulary.taken"]);
    expect(refusal(plan("b", { ...B, said: "a" }, versionOf(B)))).toEqual(["CONFLICT", "vocabulary.taken"]);
    const unknown = ["NOT_FOUND", "vocabulary.unknown_entry"];
    expect(refusal(plan("c", entry("c"), versionOf(A)))).toEqual(unknown);
    for (const expected of [null, versionOf(A)]) expect(refusal(plan("c", null, expected))).toEqual(unknown);
  });

  it("refuses an entry beyond the limit, but no change of one that is there", () => {
    const held = Array.from({ length: 5_000 }, (_, i) => entry(`w${i}`));
    expect(refusal(plan("c", entry("c"), null, held))).toEqual(["CONFLICT", "vocabulary.full"]);
    expect(plan("w1", entry("c"), null, held)).toMatchObject({ unchanged: 4_999 });
  });
});

it("A version differs exactly when the entries do", () => {
  const versions = [A, { ...A, starter: false }, ...[...WORDS, { on: false }].map((fields) => ({ ...A, ...fields }))];
  expect(new Set([...versions, [], [A, B], [B, A]].map(versionOf)).size).toBe(versions.length + 3);
  expect(versionOf({ ...A, said: "a" })).toBe(versionOf(A));
});

it("A filter finds any word regardless of case, width and white space, and the state", () => {
  const entries = [entry("休み", { meant: ["休暇", "Paid Leave"] }), entry("HR", { meant: ["人事"], on: false }), A];
  const found = (filter: Parameters<typeof filterEntries>[1]) => filterEntries(entries, filter).map(({ said }) => said);
  expect(found({})).toEqual(["休み", "HR", "a"]);
  expect(found({ query: " ｈｒ " })).toEqual(["HR"]);
  expect(found({ query: "paid  leave" })).toEqual(["休み"]);
  expect(found({ on: false })).toEqual(["HR"]);
  expect(found({ on: true, starter: false })).toEqual(["休み"]);
  expect(found({ starter: true })).toEqual(["a"]);
  expect(found({ query: "zzz" })).toEqual([]);
});
