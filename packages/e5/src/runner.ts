import { fork } from "node:child_process";
import type { EventEmitter } from "node:events";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

// src/ and dist/ have the same depth.
const SCRIPT = fileURLToPath(new URL("../dist/encoding-script.js", import.meta.url));

/** Tells a thread to end, after what it is at work on. */
export const END = null;

/** What the script says: once that the model is loaded, or why not; then a vector for each text, in order. */
export type Answer = "ready" | { readonly unusable: string } | { readonly vector: Float32Array };

/** What runs the script. */
export interface Runner {
  /** Emits `message` with an {@link Answer}, `error` and `exit`. */
  readonly events: EventEmitter;
  send(text: string): void;
  end(): Promise<unknown>;
}

/** In megabytes: a query leaves little behind. The runtime would take 10 more. */
const THREAD_MEMORY = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 128 };

/** A thread of this process. */
export function startThread(): Runner {
  const worker = new Worker(SCRIPT, { env: {}, execArgv: [], resourceLimits: THREAD_MEMORY });
  return {
    events: worker,
    send: (text) => worker.postMessage(text),
    // Never worker.terminate(): if the runtime is at work then, it aborts the whole process.
    end: () =>
      new Promise((resolve) => {
        if (worker.threadId === -1) return resolve(undefined);
        worker.once("exit", resolve);
        worker.postMessage(END);
      }),
  };
}

/** A process of its own, without the environment, in which there may be secrets. It ends when this one has ended. */
export function startProcess(): Runner {
  const child = fork(SCRIPT, { env: {}, execArgv: [], serialization: "advanced", stdio: "ignore" });
  return {
    events: child,
    // Without a callback, a broken channel would throw.
    send: (text) => void child.send(text, () => undefined),
    end: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return resolve(undefined);
        child.once("exit", resolve);
        child.kill("SIGKILL");
      }),
  };
}
