import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { UsageMark, UsageStore } from "@retrieval/core/ports";
import { HOSTILE_NAMES } from "../builders.js";

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

    const since = (from: string, before = "2026-02-01") => ({ from, before });

    it("reports what enough users share on one day, and nothing of fewer", async () => {
      await usage.add([...marks(3), ...marks(2, { subject: "二人だけ" })]);
      expect(await usage.report(since("2026-01-01"), 3, 10)).toEqual([
        { kind: "search-unmet", subject: "忌引", users: 3, days: 1 },
      ]);
    });

    it("counts a user once a day, however often the mark is added", async () => {
      await usage.add(marks(2));
      await usage.add([...marks(2), ...marks(2)]);
      expect(await usage.report(since("2026-01-01"), 3, 10)).toEqual([]);
      await usage.add(marks(3));
      expect(await usage.report(since("2026-01-01"), 3, 10)).toMatchObject([{ users: 3 }]);
      await usage.add([]);
    });

    it("never adds users of several days, and days with fewer users count in nothing", async () => {
      await usage.add([
        ...marks(2, { day: "2026-01-29" }),
        ...marks(2, { day: "2026-01-30" }),
        ...marks(2, { day: "2026-01-31" }),
      ]);
      expect(await usage.report(since("2026-01-01"), 3, 10)).toEqual([]);
      await usage.add([...marks(5, { day: "2026-01-28" }), ...marks(4, { day: "2026-01-27" })]);
      expect(await usage.report(since("2026-01-01"), 3, 10)).toMatchObject([{ users: 5, days: 2 }]);
      expect(await usage.report(since("2026-01-28"), 3, 10)).toMatchObject([{ users: 5, days: 1 }]);
      expect(await usage.report(since("2026-01-29"), 3, 10)).toEqual([]);
      expect(await usage.report(since("2026-01-01", "2026-01-28"), 3, 10)).toMatchObject([{ users: 4, days: 1 }]);
    });

    it("reports the most users first, and at most the limit of each kind", async () => {
      const read = { kind: "document-read" as const };
      await usage.add([
        ...marks(3, { subject: "b" }),
        ...marks(3, { subject: "a" }),
        ...marks(4, { subject: "c" }),
        ...marks(3, { subject: "b", day: "2026-01-30" }),
        ...marks(3, { ...read, subject: "d" }),
      ]);
      const subjects = async (limit: number) =>
        (await usage.report(since("2026-01-01"), 3, limit)).map(({ kind, subject }) => `${kind} ${subject}`);
      const unmet = ["search-unmet c", "search-unmet b", "search-unmet a"];
      expect(await subjects(9)).toEqual(["document-read d", ...unmet]);
      expect(await subjects(2)).toEqual(["document-read d", ...unmet.slice(0, 2)]);
    });

    it("keeps subjects byte for byte", async () => {
      const subjects = [...new Set(HOSTILE_NAMES)];
      await usage.add(subjects.flatMap((subject) => marks(1, { subject })));
      const reported = await usage.report(since("2026-01-01"), 1, 1_000);
      expect(new Set(reported.map(({ subject }) => subject))).toEqual(new Set(subjects));
    });

    it("deletes marks of earlier days, at most the limit at once", async () => {
      await usage.add([...marks(3, { day: "2026-01-29" }), ...marks(3)]);
      expect(await usage.forget("2026-01-31", 2)).toBe(2);
      expect(await usage.forget("2026-01-31", 2)).toBe(1);
      expect(await usage.forget("2026-01-31", 2)).toBe(0);
      expect(await usage.report(since("2026-01-01"), 3, 10)).toMatchObject([{ users: 3, days: 1 }]);
    });
  });
}
