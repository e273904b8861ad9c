import {
  type DocumentToEmbed,
  type EmbeddingModel,
  type EmbeddingProgress,
  type EmbeddingStore,
  type Generation,
  isModelFailure,
  isSameGeneration,
  type ModelFailure,
} from "@retrieval/core/ports";
import type { Calibration } from "@retrieval/core/search";
import type { Logger } from "pino";
import { OngoingFailure } from "../process/ongoing-failure.js";
import type { Timing } from "../search-index/timing.js";
import type { DocumentEmbedding, FailedEmbedding } from "./document-embedding.js";
import { SetAside } from "./set-aside.js";
import type { StoredCalibration } from "./stored-calibration.js";

/** How often an idle keeper looks for documents without vectors, in milliseconds. */
const LOOK_EVERY = 1_000;
/** The pause after a failure, in milliseconds: it doubles with each failure that follows. */
const PAUSE = { first: 1_000, longest: 60_000 };
/** How many documents are embedded before the next look at what is oldest now. */
const DOCUMENTS_PER_LOOK = 20;
/** How often use is noted, and what is not used removed, in milliseconds. */
const TIDY_EVERY = 3_600_000;
/** How often the progress is counted while there is work, in milliseconds. */
const COUNT_EVERY = 5_000;

export interface EmbeddingKeeperDeps {
  readonly store: EmbeddingStore;
  readonly documents: DocumentEmbedding;
  readonly calibration: StoredCalibration;
  readonly model: EmbeddingModel;
  /** Only documents that are open to every user may be sent to the model. */
  readonly onlyOpen: boolean;
  /** The state of all documents: nothing is to be done while it stays the same. */
  readonly generation: () => Promise<Generation>;
  readonly timing: Timing;
  readonly logger: Pick<Logger, "info" | "warn" | "error">;
}

/** Makes the vectors that published documents lack, in the background. No search or upload waits for it. */
export class EmbeddingKeeper {
  readonly #stopping = new AbortController();
  readonly #aside: SetAside;
  #living: Promise<void> = Promise.resolve();
  #progress: EmbeddingProgress | null = null;
  #countedAt = Number.NEGATIVE_INFINITY;
  #notedAt = Number.NEGATIVE_INFINITY;
  #tidiedAt = Number.NEGATIVE_INFINITY;
  /** The generation in which nothing was left to do. */
  #doneAt: Generation | null = null;
  #failures = 0;
  /** Documents since nothing was left to do. */
  #embedded = 0;
  readonly #failure: OngoingFailure;

  constructor(private readonly deps: EmbeddingKeeperDeps) {
    this.#aside = new SetAside(deps.timing);
    this.#failure = new OngoingFailure(deps.logger);
  }

  get model(): string {
    return this.deps.model.model;
  }

  start(): void {
    this.#living = this.#keep();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#living;
  }

  calibration(): Promise<Calibration | null> {
    return this.deps.calibration.read();
  }

  /** As it is now, whichever instance makes the vectors. */
  countedNow(): Promise<EmbeddingProgress> {
    const { store, model, onlyOpen } = this.deps;
    return store.progress(model, onlyOpen);
  }

  /** As it is now, with ten of the documents that wait: where their number stays, they are to blame. */
  async report(): Promise<EmbeddingProgress & { readonly waiting: readonly string[] }> {
    const { store, model, onlyOpen } = this.deps;
    const waiting = await store.next(model, { only_open: onlyOpen, except: [], limit: 10 });
    return { ...(await this.countedNow()), waiting: waiting.map(({ document_id }) => document_id) };
  }

  /** As it was counted last; null before the first time. */
  get progress(): EmbeddingProgress | null {
    return this.#progress;
  }

  async #keep(): Promise<void> {
    const { timing } = this.deps;
    const stopping = this.#stopping.signal;
    while (!stopping.aborted) {
      const pause = await this.#look().catch((error) => {
        this.#report(error);
        return LOOK_EVERY;
      });
      await timing.sleep(pause, stopping);
    }
  }

  /** @returns how long to wait before the next look */
  async #look(): Promise<number> {
    const { store, model, generation, timing, logger } = this.deps;
    if (timing.elapsed() - this.#notedAt >= TIDY_EVERY) {
      await store.noteUse(model);
      this.#notedAt = timing.elapsed();
    }
    // Read first: whatever changes afterwards is looked at next.
    const newest = await generation();
    if (this.#aside.takeBack()) this.#doneAt = null;
    if (this.#doneAt !== null && isSameGeneration(this.#doneAt, newest)) {
      this.#recovered();
      return LOOK_EVERY;
    }
    const [first] = await this.#next(1);
    if (first !== undefined) return this.#work();
    await this.#tidy();
    await this.#count(0);
    if (this.#embedded > 0)
      logger.info(
        { ...this.#progress, set_aside: this.#aside.revisions.length },
        "documents have their vectors of meaning",
      );
    this.#embedded = 0;
    this.#doneAt = newest;
    this.#recovered();
    return LOOK_EVERY;
  }

  #next(limit: number): Promise<readonly DocumentToEmbed[]> {
    const { store, model, onlyOpen } = this.deps;
    return store.next(model, { only_open: onlyOpen, except: this.#aside.revisions, limit });
  }

  /** Embeds some documents, if no other instance does. */
  async #work(): Promise<number> {
    const { store, documents, calibration } = this.deps;
    const stopping = this.#stopping.signal;
    const giveBack = await store.takeTurn();
    if (giveBack === null) {
      await this.#count(COUNT_EVERY);
      return LOOK_EVERY;
    }
    try {
      const uncalibrated = await calibration.make(stopping);
      if (stopping.aborted) return 0;
      if (uncalibrated !== null) return this.#failed(null, uncalibrated);
      for (const document of await this.#next(DOCUMENTS_PER_LOOK)) {
        const outcome = await documents.embed(document, stopping);
        if (stopping.aborted) return 0;
        if (isModelFailure(outcome)) return this.#failed(document, outcome);
        this.#failures = 0;
        this.#recovered();
        this.#embedded += 1;
        await this.#count(COUNT_EVERY);
      }
      return 0;
    } finally {
      await giveBack();
    }
  }

  /** @param document null: the model could not be calibrated */
  #failed(document: DocumentToEmbed | null, failure: FailedEmbedding): number {
    // It must not keep the others waiting for ever.
    if (document !== null && isOfText(failure)) this.#aside.add(document.revision_id);
    this.#failures += 1;
    const { failed, status, because } = failure;
    const reason = because ?? (status === undefined ? failed : `${failed}, status ${status}`);
    const about = { reason, document_id: document?.document_id };
    this.#failure.warn(about, "the embedding model fails; trying again, search goes on");
    return Math.min(PAUSE.first * 2 ** (this.#failures - 1), PAUSE.longest);
  }

  /** Vectors of text that is to be embedded again are not removed meanwhile: everything has been embedded now. */
  async #tidy(): Promise<void> {
    const { store, timing, logger } = this.deps;
    if (timing.elapsed() - this.#tidiedAt < TIDY_EVERY) return;
    const giveBack = await store.takeTurn();
    if (giveBack === null) return;
    this.#tidiedAt = timing.elapsed();
    try {
      await store.removeUnused();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      logger.warn({ reason }, "unused vectors of meaning could not be removed; trying again in an hour");
    } finally {
      await giveBack();
    }
  }

  async #count(every: number): Promise<void> {
    const { timing } = this.deps;
    if (timing.elapsed() - this.#countedAt < every) return;
    this.#progress = await this.countedNow();
    this.#countedAt = timing.elapsed();
  }

  #recovered(): void {
    if (this.#aside.revisions.length === 0 && this.#failure.end())
      this.deps.logger.info("vectors of meaning are made again");
  }

  #report(error: unknown): void {
    if (!this.#stopping.signal.aborted) this.#failure.report(error, "vectors of meaning cannot be made; trying again");
  }
}

/** Whether another document may succeed: these statuses are about a key, an address or the model's name. */
const isOfText = ({ failed, status = 0 }: ModelFailure) =>
  failed === "too_long" ||
  failed === "malformed" ||
  failed === "timeout" ||
  (failed === "refused" && ![401, 403, 404].includes(status));
