import { describe, expect, it } from "@jest/globals";
import { compareDocuments } from "../../src/comparison/compare.js";
import { LatestComparisons } from "../../src/comparison/latest-comparisons.js";
import { documentOf, table } from "./documents.js";

const tableOf = (rows: number, sum: string) =>
  documentOf(table(["役職", "日当"], ...Array.from({ length: rows }, (_, row) => [`役職${row}`, sum])));
const compared = (rows: number) => [...compareDocuments(tableOf(rows, "1,000円"), tableOf(rows, "2,000円"))];

describe("the latest comparisons", () => {
  it("are made once for all readers who ask at the same time or later", async () => {
    const comparisons = new LatestComparisons();
    let made = 0;
    const ask = () =>
      comparisons.of("1 2", async () => {
        made += 1;
        return compared(3).flat();
      });
    const all = await Promise.all([ask(), ask(), ask()]);
    await ask();
    expect(made).toBe(1);
    expect(new Set(all).size).toBe(1);
  });

  it("are made again after a reader who lost the document, and after a failure", async () => {
    const comparisons = new LatestComparisons();
    const answers = await Promise.all([
      comparisons.of("1 2", async () => null),
      comparisons.of("1 2", async () => []),
      comparisons.of("1 2", async () => []),
    ]);
    expect(answers).toEqual([null, [], []]);
    const failing = comparisons.of("2 3", () => Promise.reject(new Error("no connection")));
    const other = comparisons.of("2 3", async () => []);
    await expect(failing).rejects.toThrow("no connection");
    expect(await other).toEqual([]);
  });

  it("do not fill the memory: a long one is not kept, nor one that others followed", async () => {
    const comparisons = new LatestComparisons();
    const made: string[] = [];
    const ask = (pair: string, rows: number) =>
      comparisons.of(pair, async () => {
        made.push(pair);
        return compared(rows).flat();
      });
    for (const _ of [1, 2]) await ask("long", 2_100);
    for (let pair = 0; pair < 40; pair += 1) await ask(`${pair}`, 1);
    await ask("39", 1);
    await ask("0", 1);
    expect(made.filter((pair) => ["long", "39", "0"].includes(pair))).toEqual(["long", "long", "0", "39", "0"]);
  });
});

it("a comparison can pause at each row that differs, also in one long table", () => {
  expect(compared(500).length).toBeGreaterThan(500);
});

it("a comparison can pause while it pairs the rows between those that stay the same", () => {
  const everyOther = (name: string) =>
    documentOf(
      table(["役職", "日当"], ...Array.from({ length: 500 }, (_, i) => [`${i % 2 ? name : "役職"}${i}`, "1"])),
    );
  const differing = 250;
  expect([...compareDocuments(everyOther("部長"), everyOther("課長"))].length).toBeGreaterThan(3 * differing);
});
