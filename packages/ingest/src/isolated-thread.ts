import { workerData } from "node:worker_threads";
import { ownThread } from "./processor-time.js";

/** What a thread of an isolated task starts with. */
export interface ThreadStart {
  /** The script that answers the questions. */
  readonly script: string;
  /** One place, for the thread's number in the operating system; 0 until it runs. */
  readonly thread: Int32Array<SharedArrayBuffer>;
}

const { script, thread } = workerData as ThreadStart;
Atomics.store(thread, 0, ownThread());
await import(script);
