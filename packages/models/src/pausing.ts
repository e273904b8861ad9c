import { type Embedder, isModelFailure, type ModelFailure, type Reranker } from "@retrieval/core/ports";

/** How a call ended; late: not in its time. */
export type CallOutcome = "used" | "failed" | "late";

export interface PausingOptions {
  /** Milliseconds on a clock that only goes forward. */
  readonly elapsed: () => number;
  readonly onCall: (outcome: CallOutcome) => void;
}

/** In milliseconds: after the first failure, and at most. Each failure in a row doubles the pause. */
const PAUSE = { first: 1_000, most: 30_000 };

/**
 * Leaves a model alone for a short time after it failed, so that a dead server does not delay each search. After a pause
 * one call tries; the others go on without the model until that call has succeeded.
 */
class Pauses {
  #failures = 0;
  #until = Number.NEGATIVE_INFINITY;
  #last: ModelFailure = { failed: "unreachable" };

  constructor(private readonly options: PausingOptions) {}

  async call<T>(signal: AbortSignal, ask: () => Promise<T | ModelFailure>): Promise<T | ModelFailure> {
    // Its time was over before: the model is not to blame.
    if (signal.aborted) return { failed: "timeout" };
    if (this.#failures > 0) {
      if (this.options.elapsed() < this.#until) return this.#last;
      this.#pause();
    }
    const before = this.#failures;
    const answer = await ask();
    if (!isModelFailure(answer)) {
      this.#failures = 0;
      this.options.onCall("used");
      return answer;
    }
    this.options.onCall(answer.failed === "timeout" ? "late" : "failed");
    // The text is to blame, and not the model.
    if (answer.failed === "too_long") return answer;
    // Calls that failed together count once.
    this.#failures = before + 1;
    this.#last = answer;
    this.#pause();
    return answer;
  }

  #pause(): void {
    this.#until = this.options.elapsed() + Math.min(PAUSE.most, PAUSE.first * 2 ** Math.max(0, this.#failures - 1));
  }
}

/** The same embedder, which is not called for a short time after a failure: 1 second, and up to 30 while it fails. */
export function pausingEmbedder(embedder: Embedder, options: PausingOptions): Embedder {
  const pauses = new Pauses(options);
  const { model, host } = embedder;
  return { model, host, embed: (...ask) => pauses.call(ask[2], () => embedder.embed(...ask)) };
}

/** The same for a reranker. */
export function pausingReranker(reranker: Reranker, options: PausingOptions): Reranker {
  const pauses = new Pauses(options);
  const { model, host } = reranker;
  return { model, host, rerank: (...ask) => pauses.call(ask[2], () => reranker.rerank(...ask)) };
}
