import { Worker } from "node:worker_threads";

export interface TaskLimits {
  /** How long one question may take, at most. */
  readonly seconds: number;
  /** A small question is given up sooner: after `least` seconds, and so many more for each megabyte. Absent: none is. */
  readonly sooner?: { readonly least: number; readonly per_megabyte: number };
  /** How much memory JavaScript objects may take in the thread of one question. */
  readonly heap_megabytes: number;
}

/** A question was given up at one of the limits, and its thread with it. */
export class LimitReachedError extends Error {
  override readonly name = "LimitReachedError";
  constructor(readonly limit: "seconds" | "heap_megabytes") {
    super(`a question was given up at the limit of ${limit}`);
  }
}

/** Starting a thread costs more than most questions, so one is kept for the next question for a while. */
const KEPT_MS = 30_000;
/**
 * V8's limit knows nothing of buffers, which hold what is unpacked from a file. So the whole process is looked at too:
 * while a question is answered it may grow by so many times the limit.
 */
const RESIDENT_GROWTH_MAX = 1.5;
const RESIDENT_LOOK_MS = 200;

/** Each thread may take all the memory that it is allowed; further questions wait for their turn. */
const THREADS_MAX = 3;

/**
 * Asks questions of a script in threads of their own, so that a large one holds nobody up and a hostile one ends at the
 * limits. The script answers each message with exactly one; what it throws ends its thread, and the question with it.
 */
export class IsolatedTask<Question, Answer> {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  #kept: { readonly worker: Worker; readonly dismissal: NodeJS.Timeout } | null = null;

  /** @param script JavaScript: a thread can only run what was built */
  constructor(
    private readonly script: URL,
    readonly limits: TaskLimits,
  ) {}

  /** How long a question about so many bytes may take, in seconds. */
  secondsFor(bytes: number): number {
    const { seconds, sooner } = this.limits;
    if (sooner === undefined) return seconds;
    return Math.min(seconds, sooner.least + Math.ceil((sooner.per_megabyte * bytes) / 2 ** 20));
  }

  /**
   * @param seconds see {@link secondsFor}
   * @param handedOver buffers of the question that are not copied into the thread, and are empty here afterwards
   * @throws LimitReachedError
   */
  async ask(question: Question, seconds: number, handedOver: readonly ArrayBuffer[] = []): Promise<Answer> {
    await this.#turn();
    try {
      return await this.#askWorker(this.#takeWorker(), question, seconds, handedOver);
    } finally {
      this.#endTurn();
    }
  }

  async #askWorker(
    worker: Worker,
    question: Question,
    seconds: number,
    handedOver: readonly ArrayBuffer[],
  ): Promise<Answer> {
    try {
      const answer = await this.#answerOf(worker, question, seconds, handedOver);
      this.#keep(worker);
      return answer;
    } catch (error) {
      await worker.terminate();
      throw error;
    }
  }

  async #turn(): Promise<void> {
    if (this.#running < THREADS_MAX) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Whoever waits longest takes the turn over as it is. */
  #endTurn(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running -= 1;
  }

  /** Throws where the machine has no thread left. */
  #takeWorker(): Worker {
    const kept = this.#kept;
    this.#kept = null;
    if (kept) {
      clearTimeout(kept.dismissal);
      kept.worker.ref();
      return withoutListeners(kept.worker);
    }
    return new Worker(this.script, {
      resourceLimits: { maxOldGenerationSizeMb: this.limits.heap_megabytes },
      execArgv: [],
    });
  }

  /** Several questions may be asked at once; one thread is kept, the others end. */
  #keep(worker: Worker): void {
    if (this.#kept) {
      void worker.terminate();
      return;
    }
    const forget = () => {
      this.#kept = null;
      void worker.terminate();
    };
    withoutListeners(worker).once("error", forget).once("exit", forget).unref();
    this.#kept = { worker, dismissal: setTimeout(forget, KEPT_MS).unref() };
  }

  #answerOf(worker: Worker, question: Question, seconds: number, handedOver: readonly ArrayBuffer[]): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      const { heap_megabytes } = this.limits;
      const timer = setTimeout(() => settled(() => reject(new LimitReachedError("seconds"))), seconds * 1000);
      const resident = process.memoryUsage.rss() + heap_megabytes * RESIDENT_GROWTH_MAX * 1024 * 1024;
      const looks = setInterval(() => {
        if (process.memoryUsage.rss() > resident) settled(() => reject(new LimitReachedError("heap_megabytes")));
      }, RESIDENT_LOOK_MS);
      const settled = (settle: () => void) => {
        clearTimeout(timer);
        clearInterval(looks);
        settle();
      };
      worker.once("message", (answer: Answer) => settled(() => resolve(answer)));
      worker.once("error", (error: NodeJS.ErrnoException) =>
        settled(() =>
          reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? new LimitReachedError("heap_megabytes") : error),
        ),
      );
      worker.once("exit", (code) => settled(() => reject(new Error(`The thread of a task ended with code ${code}`))));
      worker.postMessage(question, handedOver);
    });
  }
}

/** Event by event: Node keeps listeners of its own on a worker, without which no message would come any more. */
function withoutListeners(worker: Worker): Worker {
  for (const event of ["message", "error", "exit"]) worker.removeAllListeners(event);
  return worker;
}
