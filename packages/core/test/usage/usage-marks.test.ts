import { createSecretKey } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { usageKey } from "../../src/index.js";
import type { SharedSecret } from "../../src/sign-in/signature.js";
import { ANY_SUBJECT } from "../../src/usage/kinds.js";
import { UsageMarks } from "../../src/usage/usage-marks.js";

const SECRET = createSecretKey(Buffer.from("0123456789abcdef".repeat(4))) as SharedSecret;
const NOON = Date.parse("2026-01-31T12:00:00Z");
const DAY = 86_400_000;
const opened = () => new UsageMarks((day) => usageKey(SECRET, day));
const asks = (user_id: string, ...subjects: string[]) => ({ user_id, kind: "search-unmet" as const, subjects });

describe("Marks of usage", () => {
  it("name no user, and have nothing in common for one user on two days, for two words, or for two kinds", () => {
    const marks = opened();
    marks.add(asks("001234", "忌引", "日数"), NOON);
    marks.add({ ...asks("001234", "忌引"), kind: "document-read" }, NOON);
    marks.add(asks("001234", "忌引"), NOON + DAY);
    marks.add(asks("001235", "忌引"), NOON);
    const taken = marks.take();
    const words = taken.filter(({ subject }) => subject !== ANY_SUBJECT);
    expect(words).toHaveLength(5);
    // And one of each user for each day and kind.
    expect(new Set(taken.map(({ user_hash }) => user_hash)).size).toBe(5 + 4);
    expect(JSON.stringify(taken)).not.toMatch(/00123[45]/);
    for (const { user_hash } of taken) expect(user_hash).toMatch(/^[0-9a-f]{32}$/);
    expect(marks.take()).toEqual([]);
  });

  it("are the same on every instance with the same secret, and others with another", () => {
    const [one, two, other] = [opened(), opened(), new UsageMarks(() => new Uint8Array(32))];
    for (const marks of [one, two, other]) marks.add(asks("001234", "忌引"), NOON);
    const first = one.take();
    expect(two.take()).toEqual(first);
    for (const mark of other.take()) expect(first).not.toContainEqual(mark);
  });

  it("are one for each user, subject and day, and the next day begins anew", () => {
    const marks = opened();
    for (let i = 0; i < 9; i += 1) marks.add(asks("001234", "忌引"), NOON + i);
    expect(marks.take().map(({ subject }) => subject)).toEqual(expect.arrayContaining(["忌引", ANY_SUBJECT]));
    marks.add(asks("001234", "忌引"), NOON + 10);
    expect(marks.size).toBe(0);
    marks.add(asks("001234", "忌引"), NOON + DAY);
    expect(marks.take()).toMatchObject([{ day: "2026-02-01" }, { day: "2026-02-01" }]);
  });

  it("are handed on in an order that does not tell which words one user asked together", () => {
    const marks = opened();
    for (let user = 0; user < 20; user += 1) marks.add(asks(`u${user}`, `a${user}`, `b${user}`), NOON);
    const words = marks.take().filter(({ subject }) => subject !== ANY_SUBJECT);
    const subjects = words.map(({ subject }) => subject.slice(1));
    const neighbours = subjects.filter((subject, i) => subject === subjects[i + 1]).length;
    expect(neighbours).toBeLessThan(10);
  });

  it("of one day are bounded", () => {
    const marks = opened();
    for (let i = 0; i < 21_000; i += 1) marks.add(asks(`u${i}`, "忌引"), NOON);
    expect(marks.size).toBe(20_000);
  });

  it("of one user are bounded more tightly, so that nobody takes the place of the others", () => {
    const marks = opened();
    const words = (day: string) => Array.from({ length: 600 }, (_, i) => `${day}${i}`);
    marks.add(asks("1", ...words("a")), NOON);
    marks.add(asks("1", ...words("b")), NOON);
    expect(marks.size).toBe(500);
    marks.add(asks("2", "忌引"), NOON);
    expect(marks.size).toBe(502);
    marks.add(asks("1", ...words("c")), NOON + DAY);
    expect(marks.size).toBe(1_002);
  });
});
