import type { ModelFailure } from "@retrieval/core/ports";
import type { Answer, Runner } from "./runner.js";

interface Task {
  readonly text: string;
  settle(outcome: Float32Array | ModelFailure): void;
}

export interface EncoderHostOptions {
  readonly start: () => Runner;
  /** The runner ends after so many milliseconds without a text; null: it stays. */
  readonly idleMs: number | null;
  /** The runner is ended if it takes longer for one text. */
  readonly hangMs: number;
  /** The runner ended by itself, could not load the model, or hung. It is started again with the next text. */
  readonly onFailure: (reason: string) => void;
}

/** Keeps a runner of the model while there are texts, and gives it one after the other. */
export class EncoderHost {
  #runner: Runner | null = null;
  #isReady = false;
  #isStopped = false;
  #task: Task | null = null;
  readonly #queue: Task[] = [];
  /** The text at which a runner ended last, and how many did in a row. */
  #fatal = { text: "", ends: 0 };
  /** Ends a runner that hangs, or has nothing to do. */
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: EncoderHostOptions) {}

  /** Whether the model is loaded. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Loads the model. A text does so too. */
  start(): void {
    if (this.#runner !== null) return;
    const runner = this.options.start();
    this.#runner = runner;
    const lost = (reason: string) => {
      if (this.#runner !== runner) return;
      if (this.#isFatal()) this.#lose({ failed: "refused" }, `${reason}, again at this text`);
      else this.#lose({ failed: "unreachable" }, reason);
    };
    runner.events.on("error", (error: Error) => lost(error.message));
    runner.events.on("exit", (code, signal) => lost(`it ended with ${signal ?? code}`));
    runner.events.on("message", (answer: Answer) => {
      if (this.#runner !== runner) return;
      if (answer === "ready") this.#isReady = true;
      else if ("unusable" in answer) lost(answer.unusable);
      else {
        this.#task?.settle(answer.vector);
        this.#task = null;
        this.#next();
      }
    });
  }

  encode(text: string, signal: AbortSignal): Promise<Float32Array | ModelFailure> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve({ failed: "timeout" });
      if (this.#isStopped) return resolve({ failed: "unreachable" });
      const onAbort = () => {
        const place = this.#queue.indexOf(task);
        if (place >= 0) this.#queue.splice(place, 1);
        task.settle({ failed: "timeout" });
      };
      const task: Task = {
        text,
        settle: (outcome) => {
          signal.removeEventListener("abort", onAbort);
          resolve(outcome);
        },
      };
      signal.addEventListener("abort", onAbort);
      this.#queue.push(task);
      if (this.#task === null) this.#next();
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#end({ failed: "unreachable" });
  }

  #next(): void {
    clearTimeout(this.#timer);
    const { idleMs, hangMs } = this.options;
    this.#task = this.#queue.shift() ?? null;
    if (this.#task !== null) {
      this.start();
      this.#timer = setTimeout(() => this.#lose({ failed: "timeout" }, "it hangs"), hangMs);
      this.#runner?.send(this.#task.text);
    } else if (idleMs !== null) this.#timer = setTimeout(() => this.#end({ failed: "unreachable" }), idleMs);
  }

  /** Whether the text at hand has ended three runners in a row. Before the model is loaded, no text is to blame. */
  #isFatal(): boolean {
    if (this.#task === null || !this.#isReady) return false;
    const { text } = this.#task;
    this.#fatal = { text, ends: text === this.#fatal.text ? this.#fatal.ends + 1 : 1 };
    return this.#fatal.ends > 2;
  }

  #lose(failure: ModelFailure, reason: string): void {
    void this.#end(failure);
    this.options.onFailure(reason);
  }

  /** @param failure of the text at hand; those that wait are not to blame, and can be tried again */
  async #end(failure: ModelFailure): Promise<void> {
    clearTimeout(this.#timer);
    const runner = this.#runner;
    this.#runner = null;
    this.#isReady = false;
    this.#task?.settle(failure);
    this.#task = null;
    for (const task of this.#queue.splice(0)) task.settle({ failed: "unreachable" });
    await runner?.end();
  }
}
