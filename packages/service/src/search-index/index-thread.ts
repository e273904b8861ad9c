import { Worker } from "node:worker_threads";
import { UnavailableError } from "@retrieval/core/errors";
import type { IndexAnswers, IndexSize } from "@retrieval/core/ports";
import { threadMemory } from "@retrieval/ingest/isolated";
import type { Answer, IndexChange, QuestionKind } from "./hosted-engine.js";
import { IndexLostError } from "./index-lost-error.js";
import type { FromIndex, ToIndex } from "./messages.js";

// src/ and dist/ have the same depth.
export const INDEX_WORKER = new URL("../../dist/search-index/index-worker.js", import.meta.url);

/** The thread is ended if it owes a reply for this long, in looks of a second: a stopped process does not count. */
const SILENT_LOOKS = 60;
const LOOK_EVERY = 1_000;

interface Waiting {
  readonly message: ToIndex;
  readonly answered: (reply: FromIndex) => void;
  readonly failed: (error: unknown) => void;
}

export interface IndexThreadOptions {
  /** JavaScript, because a thread runs only built files. */
  readonly script: URL;
  /** What the script is given. */
  readonly data?: unknown;
  /** How many questions are posted before one is answered: two, and the thread never waits for the next. */
  readonly posted?: number;
  /** The maximum memory of JavaScript objects in the thread. Postings and vectors are outside it. */
  readonly heap_megabytes: number;
  /** Called once, when the thread ended without {@link IndexThread.stop}. */
  readonly onLost: (error: IndexLostError) => void;
}

/** One life of the thread that holds an index, empty at first. */
export class IndexThread {
  readonly #worker: Worker;
  readonly #posted = new Map<number, Waiting>();
  /** Questions of which the signal can still be obeyed. */
  readonly #queue: Waiting[] = [];
  readonly #watch: NodeJS.Timeout;
  #number = 0;
  #questionsPosted = 0;
  #silentLooks = 0;
  #lost: IndexLostError | null = null;
  #searches = 0;
  #search_seconds = 0;

  constructor(private readonly options: IndexThreadOptions) {
    this.#worker = new Worker(options.script, {
      resourceLimits: threadMemory(options.heap_megabytes),
      execArgv: [],
      workerData: options.data,
    });
    this.#worker.on("message", (reply: FromIndex) => this.#onReply(reply));
    this.#worker.on("error", (error) => this.#end(new IndexLostError(`its thread failed: ${error.message}`)));
    this.#worker.on("exit", (code) => this.#end(new IndexLostError(`its thread ended with code ${code}`)));
    this.#watch = setInterval(() => this.#look(), LOOK_EVERY).unref();
  }

  /** Questions answered, and how long the engine took for all of them. */
  get figures(): { readonly searches: number; readonly search_seconds: number } {
    return { searches: this.#searches, search_seconds: this.#search_seconds };
  }

  /** @throws UnavailableError if the signal comes first; a question that has not begun by then is not answered at all */
  ask<Kind extends QuestionKind>(
    kind: Kind,
    ask: IndexAnswers[Kind]["ask"],
    until: AbortSignal,
  ): Promise<Answer<Kind>> {
    const message = { number: this.#nextNumber(), kind, ask } as ToIndex;
    return new Promise<Answer<Kind>>((resolve, reject) => {
      if (this.#lost) return reject(unavailable(this.#lost));
      if (until.aborted) return reject(new UnavailableError(TOO_LATE));
      const onLate = () => {
        const at = this.#queue.indexOf(waiting);
        if (at >= 0) this.#queue.splice(at, 1);
        reject(new UnavailableError(TOO_LATE));
      };
      const settled = () => until.removeEventListener("abort", onLate);
      const waiting: Waiting = {
        message,
        answered: (reply) => {
          settled();
          if ("answer" in reply) resolve(reply.answer as Answer<Kind>);
          else reject("error" in reply ? errorOf(reply) : new Error("The index confused its replies"));
        },
        failed: (error) => {
          settled();
          reject(error);
        },
      };
      until.addEventListener("abort", onLate, { once: true });
      this.#queue.push(waiting);
      this.#postNext();
    });
  }

  /**
   * Makes a change; the index's thread takes over the memory of its vectors. Changes are made in order, and questions
   * are answered in between.
   *
   * @throws IndexLostError
   */
  change(change: IndexChange): Promise<IndexSize> {
    const [owned, buffers] = withOwnBuffers(change);
    const message = { number: this.#nextNumber(), change: owned };
    return new Promise((answered, failed) => {
      if (this.#lost) return failed(this.#lost);
      this.#post(
        { message, failed, answered: (reply) => ("size" in reply ? answered(reply.size) : failed(reply)) },
        buffers,
      );
    });
  }

  async stop(): Promise<void> {
    this.#end(new IndexLostError("the service stops it"), false);
    await this.#worker.terminate();
  }

  #nextNumber(): number {
    this.#number += 1;
    return this.#number;
  }

  #postNext(): void {
    while (this.#questionsPosted < (this.options.posted ?? 2)) {
      const next = this.#queue.shift();
      if (next === undefined) return;
      this.#questionsPosted += 1;
      this.#post(next);
    }
  }

  #post(waiting: Waiting, buffers: readonly ArrayBuffer[] = []): void {
    this.#posted.set(waiting.message.number, waiting);
    this.#worker.postMessage(waiting.message, buffers);
  }

  #onReply(reply: FromIndex): void {
    this.#silentLooks = 0;
    if ("broken" in reply) {
      this.#end(new IndexLostError(reply.broken.message, reply.broken_revision));
      void this.#worker.terminate();
      return;
    }
    const waiting = this.#posted.get(reply.number);
    this.#posted.delete(reply.number);
    if (!("size" in reply)) this.#questionsPosted -= 1;
    if ("answer" in reply) {
      this.#searches += 1;
      this.#search_seconds += reply.seconds;
    }
    this.#postNext();
    waiting?.answered(reply);
  }

  #look(): void {
    this.#silentLooks = this.#posted.size === 0 ? 0 : this.#silentLooks + 1;
    if (this.#silentLooks < SILENT_LOOKS) return;
    this.#end(new IndexLostError("its thread does not answer"));
    void this.#worker.terminate();
  }

  #end(error: IndexLostError, tell = true): void {
    if (this.#lost) return;
    this.#lost = error;
    clearInterval(this.#watch);
    for (const { message, failed } of [...this.#posted.values(), ...this.#queue]) {
      failed("change" in message ? error : unavailable(error));
    }
    this.#posted.clear();
    this.#queue.length = 0;
    if (tell) this.options.onLost(error);
  }
}

/** A class does not come through a message. */
const errorOf = ({ error, unavailable }: Extract<FromIndex, { error: Error }>) =>
  unavailable ? new UnavailableError(error.message, { cause: error }) : error;

const TOO_LATE = "The search index did not answer in time.";

const unavailable = (cause: IndexLostError) =>
  new UnavailableError(`The search index was lost (${cause.message}).`, { cause });

/** A view of a larger buffer would be sent with all of it. */
function withOwnBuffers(change: IndexChange): [IndexChange, ArrayBuffer[]] {
  if (change.kind !== "texts") return [change, []];
  const buffers: ArrayBuffer[] = [];
  const texts = change.texts.map((text) => {
    if (!("vectors" in text) || text.vectors === null) return text;
    const vectors = own(text.vectors);
    buffers.push(vectors.buffer);
    return { ...text, vectors };
  });
  return [{ ...change, texts }, buffers];
}

function own(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes);
}
