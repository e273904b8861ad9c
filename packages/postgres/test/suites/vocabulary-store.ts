import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { aUser, HOSTILE_NAMES } from "@retrieval/contract";
import { isRefusal, refuse, SenderNotAdminError } from "@retrieval/core/errors";
import type { AuditLog, UserDirectory, VocabularyStore } from "@retrieval/core/ports";
import type { KeptEntry } from "@retrieval/core/search";
import { replaceVocabulary, versionOf } from "@retrieval/core/use-cases";
import { given } from "./open-users.js";

export interface OpenVocabulary {
  readonly vocabulary: VocabularyStore;
  readonly users: UserDirectory;
  readonly audit: AuditLog;
  close(): Promise<void>;
}

/** @param by_user null: the service itself */
export const replaceEntries = (
  store: VocabularyStore,
  entries: readonly KeptEntry[],
  expected: string | null = null,
  by_user: string | null = null,
) => replaceVocabulary({ body: { entries } }, expected, by_user, store);

/** @param open a store without entries, which never had starters */
export function vocabularyStoreContract(name: string, open: () => Promise<OpenVocabulary>): void {
  describe(`${name} keeps the contract of VocabularyStore`, () => {
    let opened: OpenVocabulary;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.close());

    const words = { meant: ["賞与"], both_ways: false, weight: 0.8 };
    const entry = (said: string, fields: object = {}) => ({ said, ...words, on: true, starter: false, ...fields });
    const replaceFrom = async (expected: string | null, by_user: string | null, entries: readonly KeptEntry[]) => {
      const changed = await replaceEntries(opened.vocabulary, entries, expected, by_user);
      return isRefusal(changed) ? "lost" : changed.entries;
    };
    const replace = (...entries: KeptEntry[]) => replaceFrom(null, null, entries);
    const recorded = async () => (await opened.audit.list({ limit: 10 })).map(({ kind, details }) => [kind, details]);

    it("keeps entries as they were given, in code-point order", async () => {
      expect(await opened.vocabulary.read()).toEqual([]);
      const names = HOSTILE_NAMES.filter((one) => one !== "");
      const given = [
        ...names.map((said) => entry(said, { meant: [said, ...names.slice(0, 3)] })),
        entry("a", { both_ways: true, weight: 0.125, on: false }),
      ];
      const plan = () => ({ added: given, changed: [], removed: [], unchanged: 0 });
      const written = await opened.vocabulary.change(plan, null);
      const entries = await opened.vocabulary.read();
      expect(written).toEqual({ entries, change: plan() });
      const saids = entries.map(({ said }) => said);
      expect(saids).toEqual([...saids].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
      expect(new Set(entries)).toEqual(new Set(given));
    });

    it("gives each of several plans what the one before has left", async () => {
      await replace(entry("a"));
      const version = versionOf(await opened.vocabulary.read());
      const outcomes = await Promise.all(["b", "c", "d"].map((said) => replaceFrom(version, null, [entry(said)])));
      const won = outcomes.filter((outcome) => outcome !== "lost");
      expect(won).toEqual([await opened.vocabulary.read()]);
      await Promise.all(
        ["e", "f", "g"].map((said) =>
          opened.vocabulary.change((held) => {
            return { added: [entry(said)], changed: [], removed: held.slice(0, 1), unchanged: 0 };
          }, null),
        ),
      );
      expect(await opened.vocabulary.read()).toHaveLength(1);
    });

    it("writes nothing for a plan that refuses", async () => {
      await replace(entry("a"));
      const refusal = refuse("CONFLICT", { code: "vocabulary.taken", said: "a" });
      expect(await opened.vocabulary.change(() => refusal, null)).toBe(refusal);
      expect(await opened.vocabulary.read()).toEqual([entry("a")]);
      expect(await recorded()).toHaveLength(1);
    });

    it("records a change with its counts and words, and no change as nothing", async () => {
      await replace(entry("a"), entry("b"));
      await replace(entry("b"), entry("a"));
      await replace(entry("b", { on: false }), entry("c"), entry("d"));
      expect(await recorded()).toEqual([
        [
          "vocabulary-changed",
          { entries: { added: 2, changed: 1, removed: 1 }, said: { count: 4, first: ["c", "d", "b", "a"] } },
        ],
        [
          "vocabulary-changed",
          { entries: { added: 2, changed: 0, removed: 0 }, said: { count: 2, first: ["a", "b"] } },
        ],
      ]);
      await replace();
      await replace(...Array.from({ length: 30 }, (_, i) => entry(`word ${i}`)));
      expect(await recorded()).toContainEqual([
        "vocabulary-changed",
        { entries: { added: 30, changed: 0, removed: 0 }, said: { count: 30, first: expect.any(Array) } },
      ]);
    });

    it("refuses a sender who is not an active administrator, and writes nothing", async () => {
      await given(opened.users, aUser({ user_id: "1", role: "admin" }), aUser({ user_id: "2", role: "developer" }));
      await given(opened.users, aUser({ user_id: "3", role: "admin", is_active: false }));
      await replaceFrom(null, "1", [entry("a")]);
      const before = { vocabulary: await opened.vocabulary.read(), recorded: await recorded() };
      for (const sender of ["2", "3", "unknown"]) {
        await expect(replaceFrom(null, sender, [])).rejects.toThrow(SenderNotAdminError);
      }
      expect({ vocabulary: await opened.vocabulary.read(), recorded: await recorded() }).toEqual(before);
    });

    describe("starters", () => {
      const starters = [
        { said: "a", ...words },
        { said: "b", ...words },
      ];

      it("are added once, on and marked, beside existing entries", async () => {
        await replace(entry("b", { meant: ["給与"], on: false }));
        expect(await Promise.all([1, 2].map(() => opened.vocabulary.addStarters(starters)))).toContain(true);
        const expected = [entry("a", { starter: true }), entry("b", { meant: ["給与"], on: false })];
        expect(await opened.vocabulary.read()).toEqual(expected);
        await replace();
        expect(await opened.vocabulary.addStarters([...starters, { said: "c", ...words }])).toBe(false);
        expect(await opened.vocabulary.read()).toEqual([]);
      });
    });
  });
}
