import { describe, expect, test } from "@jest/globals";
import { propertyRuns } from "@retrieval/contract/property-runs";
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
  const answers = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => task.ask(n, 60)));
  for (const answer of answers)
    expect(answer).toMatchObject({ status: "rejected", reason: { message: expect.stringContaining("file") } });
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
  const questions = Array.from({ length: propertyRuns(20) }, () => task.ask("x".repeat(1_000), 60));
  for (const question of questions) expect(await question).toEqual({ code: "file.large_to_read" });
});

describe("the limit of time counts the thread's own processor time, so that", () => {
  const scriptOf = (body: string) =>
    new URL(
      `data:text/javascript,${encodeURIComponent(
        `import { parentPort } from "node:worker_threads"; parentPort.on("message", (question) => { ${body} });`,
      )}`,
    );
  const WAIT = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, question);";

  test("a thread that waits for a processor longer than the limit still answers", async () => {
    const script = scriptOf(`${WAIT} parentPort.postMessage("done");`);
    const task = new IsolatedTask<number, string>(
      script,
      { seconds: 0.5, elapsed_seconds: 60, heap_megabytes: 64 },
      AT_LIMIT,
    );
    expect(await task.ask(2_000)).toBe("done");
  });

  test("one that works too long is ended as slow", async () => {
    const task = new IsolatedTask<number, string>(
      scriptOf("for (;;);"),
      { seconds: 0.5, elapsed_seconds: 60, heap_megabytes: 64 },
      AT_LIMIT,
    );
    expect(await task.ask(0)).toEqual({ code: "file.slow_to_read", seconds: 0.5 });
  });

  test("one that got no processor is ended because the server is busy", async () => {
    const limits = { seconds: 60, elapsed_seconds: 0.5, heap_megabytes: 64 };
    const task = new IsolatedTask<number, string>(scriptOf(WAIT), limits, AT_LIMIT);
    expect(await task.ask(60_000)).toEqual({ code: "file.server_busy", seconds: 0.5 });
  });
});
