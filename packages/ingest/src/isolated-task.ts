import { Worker } from "node:worker_threads";
import type { Problem } from "@retrieval/core/problems";
import type { ThreadStart } from "./isolated-thread.js";
import { processorSeconds } from "./processor-time.js";
import { threadMemory } from "./thread-memory.js";

export interface TaskLimits {
  /** The maximum processor time of one question. Where it is not known (on other systems than Linux), elapsed time counts. */
  readonly seconds: number;
  /** The maximum elapsed time of one question. Absent: {@link PATIENCE} times its processor time. */
  readonly elapsed_seconds?: number;
  /**
   * A shorter limit for small questions: `least` seconds, and this many more for each megabyte. Absent: no shorter
   * limit.
   */
  readonly sooner?: { readonly least: number; readonly per_megabyte: number };
  /** The maximum memory of JavaScript objects in the thread of one question. */
  readonly heap_megabytes: number;
  /** How many questions run at once; further ones wait. Absent: {@link THREADS_MAX}. */
  readonly threads?: number;
}

/** The answers to a question that exceeded a limit and was ended with its thread. */
export interface LimitProblems {
  readonly slow: (seconds: number) => Problem;
  readonly large: Problem;
}

class LimitReachedError extends Error {
  override readonly name = "LimitReachedError";
  constructor(readonly limit: "seconds" | "elapsed_seconds" | "heap_megabytes") {
    super(`a question was given up at the limit of ${limit}`);
  }
}

// src/ and dist/ have the same depth.
const THREAD = new URL("../dist/isolated-thread.js", import.meta.url);

/** A thread that got less than this part of the elapsed time as processor time runs on a busy server. */
const PATIENCE = 5;

/** Starting a thread costs more than most questions, so one is kept for a while. */
const KEPT_MS = 30_000;
/**
 * V8's limit does not include buffers, which hold unpacked files. So the memory of the whole process is checked too:
 * during a question it may grow by this many times the limit.
 */
const RESIDENT_GROWTH_MAX = 1.5;
const LOOK_MS = 200;

/** Each thread may use its whole memory limit, so further questions wait. */
const THREADS_MAX = 3;

/**
 * Asks questions to a script in separate threads, so that a large one does not block others and the limits end a
 * hostile one. The script answers each message with exactly one message; an exception ends its thread and the question.
 */
export class IsolatedTask<Question, Answer> {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  #kept: { readonly thread: TaskThread; readonly dismissal: NodeJS.Timeout } | null = null;

  /** @param script JavaScript, because a thread runs only built files */
  constructor(
    private readonly script: URL,
    private readonly limits: TaskLimits,
    private readonly atLimit: LimitProblems,
  ) {}

  /** The time limit of a question about this many bytes, in seconds. */
  secondsFor(bytes: number): number {
    const { seconds, sooner } = this.limits;
    if (sooner === undefined) return seconds;
    return Math.min(seconds, sooner.least + Math.ceil((sooner.per_megabyte * bytes) / 2 ** 20));
  }

  /**
   * @param seconds see {@link secondsFor}
   * @param handedOver buffers of the question that are transferred instead of copied, and are empty afterwards
   * @returns the script's answer, or the problem of the limit that the question exceeded
   */
  async ask(
    question: Question,
    seconds = this.limits.seconds,
    handedOver: readonly ArrayBuffer[] = [],
  ): Promise<Answer | Problem> {
    await this.#waitForTurn();
    let thread: TaskThread | undefined;
    try {
      thread = this.#takeThread();
      const answer = await this.#answerWithinLimits(thread, question, seconds, handedOver);
      this.#keep(thread);
      return answer;
    } catch (error) {
      await thread?.worker.terminate();
      if (!(error instanceof LimitReachedError)) throw error;
      if (error.limit === "heap_megabytes") return this.atLimit.large;
      if (error.limit === "seconds") return this.atLimit.slow(seconds);
      return { code: "file.server_busy", seconds: this.#elapsedMax(seconds) };
    } finally {
      this.#endTurn();
    }
  }

  #elapsedMax(seconds: number): number {
    return this.limits.elapsed_seconds ?? PATIENCE * seconds;
  }

  async #waitForTurn(): Promise<void> {
    if (this.#running < (this.limits.threads ?? THREADS_MAX)) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Passes the turn to the question that has waited longest. */
  #endTurn(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running -= 1;
  }

  /** @throws if the machine has no thread left */
  #takeThread(): TaskThread {
    const kept = this.#kept;
    this.#kept = null;
    if (kept) {
      clearTimeout(kept.dismissal);
      kept.thread.worker.ref();
      withoutListeners(kept.thread.worker);
      return kept.thread;
    }
    const number = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(THREAD, {
      resourceLimits: threadMemory(this.limits.heap_megabytes),
      execArgv: [],
      workerData: { script: this.script.href, thread: number } satisfies ThreadStart,
    });
    return { worker, number };
  }

  /** Several questions may be asked at once; one thread is kept, the others end. */
  #keep(thread: TaskThread): void {
    if (this.#kept) {
      void thread.worker.terminate();
      return;
    }
    const forget = () => {
      this.#kept = null;
      void thread.worker.terminate();
    };
    withoutListeners(thread.worker).once("error", forget).once("exit", forget).unref();
    this.#kept = { thread, dismissal: setTimeout(forget, KEPT_MS).unref() };
  }

  #answerWithinLimits(
    { worker, number }: TaskThread,
    question: Question,
    seconds: number,
    handedOver: readonly ArrayBuffer[],
  ): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      const { heap_megabytes } = this.limits;
      const resident = process.memoryUsage.rss() + heap_megabytes * RESIDENT_GROWTH_MAX * 1024 * 1024;
      const elapsed = stopwatch();
      const processorTime = () => processorSeconds(Atomics.load(number, 0));
      const before = processorTime() ?? 0;
      const looks = setInterval(
        () => {
          const reached = (limit: LimitReachedError["limit"]) => settled(() => reject(new LimitReachedError(limit)));
          const used = processorTime();
          if (process.memoryUsage.rss() > resident) reached("heap_megabytes");
          else if ((used === null ? elapsed() : used - before) >= seconds) reached("seconds");
          else if (elapsed() > this.#elapsedMax(seconds)) reached("elapsed_seconds");
        },
        Math.min(LOOK_MS, seconds * 1000),
      );
      const settled = (settle: () => void) => {
        clearInterval(looks);
        settle();
      };
      worker.once("message", (answer: Answer) => settled(() => resolve(answer)));
      worker.once("error", (error: NodeJS.ErrnoException) =>
        settled(() => reject(isOutOfMemory(error) ? new LimitReachedError("heap_megabytes") : error)),
      );
      worker.once("exit", (code) => settled(() => reject(new Error(`The thread of a task ended with code ${code}`))));
      worker.postMessage(question, handedOver);
    });
  }
}

/** A thread whose stack overflows, for example in the outline of a PDF, has no more memory either. */
const isOutOfMemory = ({ code, message }: NodeJS.ErrnoException) =>
  code === "ERR_WORKER_OUT_OF_MEMORY" || message.includes("call stack size exceeded");

/** A thread, and the place of its number in the operating system. */
interface TaskThread {
  readonly worker: Worker;
  readonly number: ThreadStart["thread"];
}

/** The seconds since the call. */
function stopwatch(): () => number {
  const begun = performance.now();
  return () => (performance.now() - begun) / 1000;
}

/** Removes the listeners event by event, because a worker also has Node's own listeners, which messages need. */
function withoutListeners(worker: Worker): Worker {
  for (const event of ["message", "error", "exit"]) worker.removeAllListeners(event);
  return worker;
}
