// Runs in a thread of the service or in a process of its own.
import { availableParallelism, constants, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { Encoder } from "./encoder.js";
import { type Answer, END } from "./runner.js";

if (parentPort === null) {
  // Searches keep their speed.
  setPriority(constants.priority.PRIORITY_LOW);
  process.on("disconnect", () => process.exit());
}
const say = (answer: Answer) => (parentPort === null ? process.send?.(answer) : parentPort.postMessage(answer));

// Of a query, one thread has all but a few milliseconds; passages take what is idle.
const loading = Encoder.load(parentPort === null ? Math.min(2, availableParallelism()) : 1);
loading.then(
  () => say("ready"),
  (error: Error) => say({ unusable: error.message }),
);
(parentPort ?? process).on("message", async (text: string | typeof END) => {
  if (text === END) process.exit();
  const encoder = await loading;
  say({ vector: await encoder.encode(text) });
});
