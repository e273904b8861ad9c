import { describe, expect, test } from "@jest/globals";
import { inLanes } from "../../src/commands/management/in-lanes.js";

describe("work in two lanes", () => {
  test("is done two at once, and its results come in the order of the items", async () => {
    const done: string[] = [];
    const running = new Map<string, () => void>();
    const work = (item: string) => new Promise<string>((resolve) => running.set(item, () => resolve(item)));
    const end = async (item: string) => {
      running.get(item)?.();
      running.delete(item);
      // The lane continues in later microtasks.
      await new Promise(setImmediate);
    };
    const all = inLanes(2, ["a", "b", "c"], work, (item) => done.push(item));
    expect([...running.keys()]).toEqual(["a", "b"]);
    await end("b");
    expect([[...running.keys()], done]).toEqual([["a", "c"], []]);
    await end("a");
    expect(done).toEqual(["a", "b"]);
    await end("c");
    await all;
    expect(done).toEqual(["a", "b", "c"]);
  });

  test("begins nothing more after a failure", async () => {
    const begun: number[] = [];
    const work = async (item: number) => {
      begun.push(item);
      if (item === 1) throw new Error("no");
      await new Promise(setImmediate);
    };
    await expect(inLanes(2, [0, 1, 2, 3], work, () => undefined)).rejects.toThrow("no");
    await new Promise(setImmediate);
    expect(begun).toEqual([0, 1]);
  });
});
