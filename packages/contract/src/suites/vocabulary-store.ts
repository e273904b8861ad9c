import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { SenderNotAdminError } from "@retrieval/core/errors";
import type { AuditLog, KeptVocabulary, UserDirectory, VocabularyStore } from "@retrieval/core/ports";
import { aUser, HOSTILE_NAMES } from "../builders.js";
import { given } from "./open-users.js";

export interface OpenVocabulary {
  readonly vocabulary: VocabularyStore;
  readonly users: UserDirectory;
  readonly audit: AuditLog;
  close(): Promise<void>;
}

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
    const replace = async (...entries: ReturnType<typeof entry>[]) =>
      (await opened.vocabulary.replace(entries, null, null)) as KeptVocabulary;
    const recorded = async () => (await opened.audit.list({ limit: 10 })).map(({ kind, details }) => [kind, details]);

    it("keeps entries as they were given, in code-point order", async () => {
      expect((await opened.vocabulary.read()).entries).toEqual([]);
      const names = HOSTILE_NAMES.filter((one) => one !== "");
      const entries = names.map((said) => entry(said, { meant: [said, ...names.slice(0, 3)] }));
      const written = await replace(...entries, entry("a", { both_ways: true, weight: 0.125, on: false }));
      expect(await opened.vocabulary.read()).toEqual(written);
      const saids = written.entries.map(({ said }) => said);
      expect(saids).toEqual([...saids].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
      expect(new Set(saids)).toEqual(new Set([...names, "a"]));
      expect(written.entries).toContainEqual(entry("a", { both_ways: true, weight: 0.125, on: false }));
      expect(written.entries).toContainEqual(entry("{}", { meant: ["{}", ...names.slice(0, 3)] }));
    });

    it("has another version exactly when the entries differ", async () => {
      const empty = await opened.vocabulary.read();
      const one = await replace(entry("a"));
      const two = await replace(entry("b"), entry("a"));
      expect(new Set([empty.version, one.version, two.version]).size).toBe(3);
      expect(await replace(entry("a"), entry("b"))).toEqual(two);
      for (const fields of [{ on: false }, { weight: 0.5 }, { both_ways: true }, { meant: ["給与"] }])
        expect((await replace(entry("a", fields))).version).not.toBe(one.version);
      expect(await replace(entry("a"))).toEqual(one);
      expect(await replace()).toEqual(empty);
    });

    it("refuses a change made from another version, and lets exactly one of several win", async () => {
      const { version } = await replace(entry("a"));
      const attempts = ["b", "c", "d"].map((said) => opened.vocabulary.replace([entry(said)], version, null));
      const outcomes = await Promise.all(attempts);
      const won = outcomes.filter((outcome) => outcome !== "lost");
      expect(won).toHaveLength(1);
      expect(await opened.vocabulary.read()).toEqual(won[0]);
      expect(await opened.vocabulary.replace([], version, null)).toBe("lost");
    });

    it("records a change with its counts, and no change as nothing", async () => {
      await replace(entry("a"), entry("b"));
      await replace(entry("b"), entry("a"));
      await replace(entry("b", { on: false }), entry("c"), entry("d"));
      expect(await recorded()).toEqual([
        ["vocabulary-changed", { entries: { added: 2, changed: 1, removed: 1 } }],
        ["vocabulary-changed", { entries: { added: 2, changed: 0, removed: 0 } }],
      ]);
    });

    it("refuses a sender who is not an active administrator, and writes nothing", async () => {
      await given(opened.users, aUser({ user_id: "1", role: "admin" }), aUser({ user_id: "2", role: "developer" }));
      await given(opened.users, aUser({ user_id: "3", role: "admin", is_active: false }));
      await opened.vocabulary.replace([entry("a")], null, "1");
      const before = { vocabulary: await opened.vocabulary.read(), recorded: await recorded() };
      for (const sender of ["2", "3", "unknown"]) {
        await expect(opened.vocabulary.replace([], null, sender)).rejects.toThrow(SenderNotAdminError);
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
        expect((await opened.vocabulary.read()).entries).toEqual(expected);
        await replace();
        expect(await opened.vocabulary.addStarters([...starters, { said: "c", ...words }])).toBe(false);
        expect((await opened.vocabulary.read()).entries).toEqual([]);
      });

      it("are marked too where an administrator adds them, and no change of an entry marks it", async () => {
        const marked = entry("a", { starter: true });
        await replace(marked, entry("b"));
        await replace(marked, entry("b", { starter: true, on: false }), entry("c"));
        expect((await opened.vocabulary.read()).entries).toEqual([
          entry("a", { starter: true }),
          entry("b", { on: false }),
          entry("c"),
        ]);
      });

      it("keep their mark until their words are changed", async () => {
        await opened.vocabulary.addStarters(starters);
        await replace(entry("a", { on: false }), entry("b"), entry("c"));
        expect((await opened.vocabulary.read()).entries).toEqual([
          entry("a", { on: false, starter: true }),
          entry("b", { starter: true }),
          entry("c"),
        ]);
        await replace(entry("a", { weight: 0.5 }), entry("b"));
        await replace(entry("a"));
        await replace(entry("a"), entry("b"));
        expect((await opened.vocabulary.read()).entries).toEqual([entry("a"), entry("b")]);
      });
    });
  });
}
