import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { HOSTILE_NAMES } from "@retrieval/contract";
import { OTHERS_MIN } from "@retrieval/core/limits";
import { ANY_SUBJECT, type UsageDays, type UsageMark, type UsageStore } from "@retrieval/core/ports";

export interface OpenUsageStore {
  readonly usage: UsageStore;
  close(): Promise<void>;
}

/** A mark of the user with this number, whose hash differs from day to day and from subject to subject. */
export function aMark(user: number, fields: Partial<UsageMark> = {}): UsageMark {
  const { day = "2026-01-31", kind = "search-unmet", subject = "忌引" } = fields;
  const text = Buffer.from(`${user} ${day} ${subject} ${kind}`).toString("hex").slice(0, 20);
  return { day, kind, subject, user_hash: `${user}`.padStart(12, "0") + text.padEnd(20, "0") };
}

/**
 * The contract of {@link UsageStore}.
 * @param open an empty store
 */
export function usageStoreContract(name: string, open: () => Promise<OpenUsageStore>): void {
  describe(`${name} keeps the contract of UsageStore`, () => {
    let opened: OpenUsageStore;
    let usage: UsageStore;
    beforeEach(async () => {
      opened = await open();
      usage = opened.usage;
    });
    afterEach(() => opened.close());

    const marks = (users: number, fields: Partial<UsageMark> = {}) =>
      Array.from({ length: users }, (_, user) => aMark(user, fields));

    /** That so many users are counted on the days and for the kinds of these marks. */
    const usersOf = (users: number, given: readonly UsageMark[]) =>
      given.flatMap(({ day, kind }) => marks(users, { day, kind, subject: ANY_SUBJECT }));
    const add = (...given: readonly UsageMark[]) => usage.add([...given, ...usersOf(20, given)]);
    const report = (days: UsageDays, limit = 10) => usage.report(days, { users: 3, others: OTHERS_MIN }, limit);
    const since = (from: string, before = "2026-02-01") => ({ from, before });

    it("reports what enough users share on one day, and nothing of fewer", async () => {
      await add(...marks(3), ...marks(2, { subject: "二人だけ" }));
      expect(await report(since("2026-01-01"))).toEqual([{ kind: "search-unmet", subject: "忌引", users: 3, days: 1 }]);
    });

    it("counts a user once a day, however often the mark is added", async () => {
      await add(...marks(2));
      await add(...marks(2), ...marks(2));
      expect(await report(since("2026-01-01"))).toEqual([]);
      await add(...marks(3));
      expect(await report(since("2026-01-01"))).toMatchObject([{ users: 3 }]);
      await usage.add([]);
    });

    it("never adds users of several days, and days with fewer users count in nothing", async () => {
      await add(
        ...marks(2, { day: "2026-01-29" }),
        ...marks(2, { day: "2026-01-30" }),
        ...marks(2, { day: "2026-01-31" }),
      );
      expect(await report(since("2026-01-01"))).toEqual([]);
      await add(...marks(5, { day: "2026-01-28" }), ...marks(4, { day: "2026-01-27" }));
      expect(await report(since("2026-01-01"))).toMatchObject([{ users: 5, days: 2 }]);
      expect(await report(since("2026-01-28"))).toMatchObject([{ users: 5, days: 1 }]);
      expect(await report(since("2026-01-29"))).toEqual([]);
      expect(await report(since("2026-01-01", "2026-01-28"))).toMatchObject([{ users: 4, days: 1 }]);
    });

    it("reports no more users than leave as many others of that kind and day as are asked for", async () => {
      await usage.add([...marks(6), ...usersOf(8, marks(1))]);
      expect(await report(since("2026-01-01"))).toMatchObject([{ subject: "忌引", users: 5 }]);
      // Five of five, and a day of another kind with many users.
      await usage.forget("2026-02-01", 1_000);
      await usage.add([
        ...marks(5),
        ...usersOf(5, marks(1)),
        ...usersOf(20, marks(1, { kind: "question-unanswered" })),
      ]);
      expect(await report(since("2026-01-01"))).toEqual([]);
      await usage.add(usersOf(6, marks(1)));
      expect(await report(since("2026-01-01"))).toMatchObject([{ users: 3, days: 1 }]);
      const read = { kind: "document-read" as const, day: "2026-01-30" };
      await usage.add([...marks(3, read), ...usersOf(3, marks(1, read))]);
      expect(await report(since("2026-01-01", "2026-01-31"))).toMatchObject([{ kind: "document-read", users: 3 }]);
    });

    it("reports the most users first, and at most the limit of each kind", async () => {
      const read = { kind: "document-read" as const };
      await add(
        ...marks(3, { subject: "b" }),
        ...marks(3, { subject: "a" }),
        ...marks(4, { subject: "c" }),
        ...marks(3, { subject: "b", day: "2026-01-30" }),
        ...marks(3, { ...read, subject: "d" }),
      );
      const subjects = async (limit: number) =>
        (await report(since("2026-01-01"), limit)).map(({ kind, subject }) => `${kind} ${subject}`);
      const unmet = ["search-unmet c", "search-unmet b", "search-unmet a"];
      expect(await subjects(9)).toEqual(["document-read d", ...unmet]);
      expect(await subjects(2)).toEqual(["document-read d", ...unmet.slice(0, 2)]);
    });

    it("keeps subjects byte for byte", async () => {
      const subjects = [...new Set(HOSTILE_NAMES)].filter((subject) => subject !== ANY_SUBJECT);
      await add(...subjects.flatMap((subject) => marks(3, { subject })));
      const reported = await report(since("2026-01-01"), 1_000);
      expect(new Set(reported.map(({ subject }) => subject))).toEqual(new Set(subjects));
    });

    it("deletes marks of earlier days, at most the limit at once", async () => {
      await usage.add(marks(3, { day: "2026-01-29" }));
      await add(...marks(3));
      expect(await usage.forget("2026-01-31", 2)).toBe(2);
      expect(await usage.forget("2026-01-31", 2)).toBe(1);
      expect(await usage.forget("2026-01-31", 2)).toBe(0);
      expect(await report(since("2026-01-01"))).toMatchObject([{ users: 3, days: 1 }]);
    });
  });
}
