import { expect, test } from "@jest/globals";
import { IsolatedTask } from "../src/isolated.js";

const AT_LIMIT = {
  slow: (seconds: number) => ({ code: "file.slow_to_read" as const, seconds }),
  large: { code: "file.large_to_read" as const },
};

test("the time limit grows with the size, up to the largest one", () => {
  const limits = { seconds: 60, heap_megabytes: 64 };
  const script = new URL("file:///worker.js");
  const task = new IsolatedTask(script, { ...limits, sooner: { least: 15, per_megabyte: 15 } }, AT_LIMIT);
  const sizes = [0, 1, 2 ** 19, 2 ** 20, 2 ** 20 + 1, 3 * 2 ** 20, 50 * 2 ** 20];
  expect(sizes.map((bytes) => task.secondsFor(bytes))).toEqual([15, 16, 23, 30, 31, 60, 60]);
  expect(sizes.map((bytes) => new IsolatedTask(script, limits, AT_LIMIT).secondsFor(bytes))).toEqual(
    sizes.map(() => 60),
  );
});

test("threads that cannot be started take no turn away from the questions after them", async () => {
  const task = new IsolatedTask(
    new URL("https://example.com/worker.js"),
    { seconds: 60, heap_megabytes: 64 },
    AT_LIMIT,
  );
  const questions = Array.from({ length: 10 }, (_, n) => task.ask(n, 60));
  for (const question of questions) await expect(question).rejects.toThrow("file");
});

test("a thread that fills its memory ends alone, however fast it fills it", async () => {
  const script = `import { parentPort } from "node:worker_threads";
    parentPort.on("message", (text) => {
      const kept = [];
      for (let i = 0; ; i++) kept.push(String(i).repeat(text.length));
    });`;
  const task = new IsolatedTask(
    new URL(`data:text/javascript,${encodeURIComponent(script)}`),
    { seconds: 60, heap_megabytes: 64 },
    AT_LIMIT,
  );
  const questions = Array.from({ length: 20 }, () => task.ask("x".repeat(1_000), 60));
  for (const question of questions) expect(await question).toEqual({ code: "file.large_to_read" });
});
