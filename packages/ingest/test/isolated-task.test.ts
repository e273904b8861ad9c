import { expect, test } from "@jest/globals";
import { IsolatedTask } from "../src/isolated.js";

test("threads that cannot be started take no turn away from the questions after them", async () => {
  const task = new IsolatedTask(new URL("https://example.com/worker.js"), { seconds: 60, heap_megabytes: 64 });
  const questions = Array.from({ length: 10 }, (_, n) => task.ask(n));
  for (const question of questions) await expect(question).rejects.toThrow("file");
});
