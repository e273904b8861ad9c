import type { IndexAnswers } from "@retrieval/core/ports";
import type { Answer, IndexChange, QuestionKind } from "../../src/search-index/hosted-engine.js";
import { IndexHost } from "../../src/search-index/index-host.js";
import type { OpenIndex } from "../../src/search-index/index-keeper.js";
import { IndexLostError } from "../../src/search-index/index-lost-error.js";
import type { FromIndex, ToIndex } from "../../src/search-index/messages.js";
import type { Timing } from "../../src/search-index/timing.js";
import { ListingEngine } from "./small-company.js";

/** A clock that only the test moves. */
export class HandTiming implements Timing {
  #now = 0;
  readonly #sleepers = new Set<{ readonly at: number; readonly wake: () => void }>();

  elapsed(): number {
    return this.#now;
  }

  /** How long the sleeper that wakes next still sleeps; null if none sleeps. */
  get nextIn(): number | null {
    return this.#sleepers.size === 0 ? null : Math.min(...[...this.#sleepers].map(({ at }) => at)) - this.#now;
  }

  sleep(milliseconds: number, until: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (until.aborted) return resolve();
      const wake = () => {
        this.#sleepers.delete(sleeper);
        until.removeEventListener("abort", wake);
        resolve();
      };
      const sleeper = { at: this.#now + milliseconds, wake };
      this.#sleepers.add(sleeper);
      until.addEventListener("abort", wake);
    });
  }

  async pass(milliseconds: number): Promise<void> {
    this.#now += milliseconds;
    for (const { wake } of [...this.#sleepers].filter(({ at }) => at <= this.#now)) wake();
    await settled();
  }
}

/** Lets everything that does not wait for time come to rest. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 50; i++) await new Promise((resolve) => setImmediate(resolve));
}

/** An index in this thread, behind the messages of a real one. */
export class IndexHere implements OpenIndex {
  readonly engine = new ListingEngine();
  readonly #answers = new Map<number, (reply: FromIndex) => void>();
  readonly #refusals = new Set<(error: Error) => void>();
  #number = 0;
  #lost: IndexLostError | null = null;
  readonly #host = new IndexHost(this.engine, (reply) => {
    if ("broken" in reply) this.lose(reply.broken.message, reply.broken_revision);
    else this.#answers.get(reply.number)?.(reply);
  });
  figures = { searches: 0, search_seconds: 0 };

  constructor(private readonly onLost: (error: IndexLostError) => void) {}

  async ask<Kind extends QuestionKind>(kind: Kind, ask: IndexAnswers[Kind]["ask"]): Promise<Answer<Kind>> {
    this.figures = { searches: this.figures.searches + 1, search_seconds: this.figures.search_seconds + 1 };
    const reply = await this.#post((number) => ({ number, kind, ask }) as ToIndex);
    if ("answer" in reply) return reply.answer as Answer<Kind>;
    throw (reply as { error: Error }).error;
  }

  async change(change: IndexChange) {
    const reply = await this.#post((number) => ({ number, change }));
    return (reply as Extract<FromIndex, { size: unknown }>).size;
  }

  /** As if its thread had run out of memory. */
  lose(reason: string, broken_revision: string | null = null): void {
    this.#end(new IndexLostError(reason, broken_revision));
    this.onLost(this.#lost as IndexLostError);
  }

  async stop(): Promise<void> {
    this.#end(new IndexLostError("it was stopped"));
  }

  #end(error: IndexLostError): void {
    this.#lost ??= error;
    for (const refuse of this.#refusals) refuse(this.#lost);
  }

  #post(message: (number: number) => ToIndex): Promise<FromIndex> {
    this.#number += 1;
    const number = this.#number;
    return new Promise((resolve, reject) => {
      if (this.#lost) return reject(this.#lost);
      this.#refusals.add(reject);
      this.#answers.set(number, resolve);
      this.#host.receive(message(number));
    });
  }
}
