import { UnavailableError } from "@retrieval/core/errors";
import type {
  IndexAnswers,
  IndexSize,
  IndexSource,
  IndexState,
  RevisionText,
  SectionIndex,
  TakeBuildTurn,
} from "@retrieval/core/ports";
import type { Logger } from "pino";
import { OngoingFailure } from "../process/ongoing-failure.js";
import { unlessAborted } from "../process/unless-aborted.js";
import { type ChangedIndex, FedIndex, type TextSource } from "./fed-index.js";
import { FreshRuns } from "./fresh-runs.js";
import type { Answer, QuestionKind } from "./hosted-engine.js";
import { IndexLostError } from "./index-lost-error.js";
import type { Timing } from "./timing.js";

/** How often the database is asked for changes, in milliseconds. */
const LOOK_EVERY = 1_000;
/** The longest pause between looks, in milliseconds: it doubles with each look at an idle service. */
const LOOK_EVERY_IDLE = 15_000;
/** How much later than in the directory a revision's text is waited for, in milliseconds. */
const TEXTS_WITHIN = 1_000;
/** How often what no instance uses is removed, in milliseconds. */
const KEEP_EVERY = 3_600_000;
/** The pause before a rebuild, in milliseconds: it doubles with each index that was lost soon after the one before. */
const PAUSE = { first: 1_000, longest: 60_000 };
/** An index that has served for so long was not lost soon, in milliseconds. */
const SERVED_LONG = 10_000;

/** An index that holds what it was given, and answers from it. */
export interface OpenIndex extends ChangedIndex {
  ask<Kind extends QuestionKind>(kind: Kind, ask: IndexAnswers[Kind]["ask"], until: AbortSignal): Promise<Answer<Kind>>;
  readonly figures: { readonly searches: number; readonly search_seconds: number };
  stop(): Promise<void>;
}

/** An empty index, and where its texts come from. */
export interface OpenedIndex {
  readonly index: OpenIndex;
  readonly texts: TextSource;
}

export interface IndexKeeperDeps {
  readonly source: IndexSource;
  readonly takeTurn: TakeBuildTurn;
  /** Opens an empty index. `onLost` is called if it ends by itself. */
  readonly open: (onLost: (error: IndexLostError) => void) => Promise<OpenedIndex>;
  readonly timing: Timing;
  readonly logger: Pick<Logger, "info" | "warn" | "error">;
}

interface BuiltIndex extends OpenedIndex {
  readonly fed: FedIndex;
  /** When its building began; null: it has had all texts. */
  began: number | null;
}

const UNKNOWN_GENERATION =
  "the database does not know the generation of the index: it was restored or exchanged, or too much has changed since";

/** Keeps one index up to date with the database: builds it, catches up, and rebuilds it when it is lost. */
export class IndexKeeper implements SectionIndex {
  /** Resolves at the end of the first build. */
  readonly built: Promise<void>;
  #onBuilt: () => void = () => undefined;
  readonly #stopping = new AbortController();
  /** Aborted with the error that ends the index at hand. */
  #life = new AbortController();
  #living: Promise<void> = Promise.resolve();
  #built: BuiltIndex | null = null;
  #catchUps = this.#newCatchUps();
  readonly #failure: OngoingFailure;
  /** The pause before the next look, in milliseconds. A question, a change and a failure make it short again. */
  #lookAfter = LOOK_EVERY;
  /** When what no instance uses was removed last; null before the first time. */
  #keptAt: number | null = null;
  /** When the database was asked that had nothing newer. */
  #currentAt: number;
  /** The first revision whose text the index lacks, and since when it is the first; null: it has all texts. */
  #late: { readonly revision: string; readonly since: number } | null = null;
  #catch_up_seconds = 0;
  #build_seconds = 0;
  #builds = 0;
  /** Revisions that an index could not take, with the reason: the next ones have only their titles. */
  readonly #broken = new Map<string, string>();
  #past = { searches: 0, search_seconds: 0 };
  readonly search: SectionIndex["search"] = this.#asking("search");
  readonly phraseCandidates: SectionIndex["phraseCandidates"] = this.#asking("phraseCandidates");
  readonly standIns: SectionIndex["standIns"] = this.#asking("standIns");
  readonly suggest: SectionIndex["suggest"] = this.#asking("suggest");
  readonly list: SectionIndex["list"] = this.#asking("list");

  constructor(private readonly deps: IndexKeeperDeps) {
    this.built = new Promise((resolve) => {
      this.#onBuilt = resolve;
    });
    this.#currentAt = deps.timing.elapsed();
    this.#failure = new OngoingFailure(deps.logger);
  }

  start(): void {
    this.#living = this.#keep();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#lose(new IndexLostError("the service is stopping"));
    await this.#living;
  }

  /** @throws UnavailableError while it is being built */
  checkReady(): void {
    this.#whole();
  }

  /** @throws UnavailableError while it cannot list documents */
  checkDirectory(): void {
    this.#ready();
  }

  state(): IndexState {
    const built = this.#built;
    const { searches, search_seconds } = built?.index.figures ?? { searches: 0, search_seconds: 0 };
    return {
      ...(built?.fed.size ?? NOTHING),
      ready: built?.began === null,
      generation: built?.fed.generation ?? null,
      age_seconds: (this.deps.timing.elapsed() - this.#currentAt) / 1000,
      catch_up_seconds: this.#catch_up_seconds,
      build_seconds: this.#build_seconds,
      builds: this.#builds,
      searches: this.#past.searches + searches,
      search_seconds: this.#past.search_seconds + search_seconds,
    };
  }

  #asking<Kind extends QuestionKind>(kind: Kind) {
    // The directory alone has all of a list.
    const ready = kind === "list" ? () => this.#ready() : () => this.#whole();
    return async (ask: IndexAnswers[Kind]["ask"], until: AbortSignal): Promise<Answer<Kind>> => {
      ready();
      this.#lookAfter = LOOK_EVERY;
      await inTime(this.#catchUps.run(), until);
      const { fed } = ready();
      if (fed.isBehind) {
        const texts = fed.readTexts();
        // The next look tries again.
        texts.catch(() => undefined);
        if (FROM_TEXTS.has(kind)) await this.#waitFor(texts, until);
      }
      return ready().index.ask(kind, ask, until);
    };
  }

  /**
   * Until a second after the first text in the row began to be late. A text that stays away keeps no search waiting.
   *
   * @throws UnavailableError if the database does not give it meanwhile
   */
  async #waitFor(texts: Promise<void>, until: AbortSignal): Promise<void> {
    const { timing } = this.deps;
    const left = this.#late === null ? 0 : this.#late.since + TEXTS_WITHIN - timing.elapsed();
    if (left <= 0) return;
    const waited = new AbortController();
    const unlessAway = texts.catch((error) => {
      if (error instanceof UnavailableError) throw error;
    });
    await Promise.race([unlessAway, timing.sleep(left, AbortSignal.any([until, waited.signal]))]);
    waited.abort();
  }

  /** @throws UnavailableError */
  #ready(): BuiltIndex {
    if (this.#built === null) throw new UnavailableError(BEING_BUILT);
    return this.#built;
  }

  /** @throws UnavailableError until it had all texts */
  #whole(): BuiltIndex {
    const built = this.#ready();
    if (built.began !== null) throw new UnavailableError(BEING_BUILT);
    return built;
  }

  #newCatchUps(): FreshRuns {
    return new FreshRuns(() => this.#catchUp());
  }

  async #catchUp(): Promise<void> {
    const built = this.#ready();
    const { timing } = this.deps;
    const began = timing.elapsed();
    const caught = await built.fed.catchUp().catch((error) => {
      // The time in which the database is away makes no text late.
      this.#late = null;
      throw error instanceof IndexLostError ? new UnavailableError(BEING_BUILT, { cause: error }) : error;
    });
    if (this.#built !== built) throw new UnavailableError(BEING_BUILT);
    if (caught === "lost") {
      this.#lose(new IndexLostError(UNKNOWN_GENERATION));
      throw new UnavailableError(BEING_BUILT);
    }
    if (!built.fed.isBehind) this.#currentAt = began;
    const revision = built.fed.lateRevision;
    if (revision === null) this.#late = null;
    else if (revision !== this.#late?.revision) this.#late = { revision, since: timing.elapsed() };
    if (caught !== "moved") return;
    this.#catch_up_seconds = (timing.elapsed() - began) / 1000;
    this.#lookAfter = LOOK_EVERY;
  }

  /** Ends the index at hand; from now on it answers nothing. */
  #lose(error: IndexLostError): void {
    if (error.broken_revision !== null) this.#broken.set(error.broken_revision, error.message);
    if (this.#built !== null) this.#past = sum(this.#past, this.#built.index.figures);
    this.#built = null;
    this.#late = null;
    // One of the index that is gone must not keep those of the next one waiting.
    this.#catchUps = this.#newCatchUps();
    this.#life.abort(error);
  }

  async #keep(): Promise<void> {
    const { timing } = this.deps;
    const stopping = this.#stopping.signal;
    for (let losses = 0; !stopping.aborted; ) {
      const readyAt = await this.#live();
      if (stopping.aborted) return;
      if (readyAt === "away") {
        await timing.sleep(LOOK_EVERY, stopping);
        continue;
      }
      losses = readyAt !== null && timing.elapsed() - readyAt >= SERVED_LONG ? 0 : losses + 1;
      if (losses > 0) await timing.sleep(Math.min(PAUSE.first * 2 ** (losses - 1), PAUSE.longest), stopping);
    }
  }

  /**
   * Builds an index and keeps it up to date until it is lost.
   *
   * @returns when it was ready, null if it never was, "away" if the database did not let it be built
   */
  async #live(): Promise<number | "away" | null> {
    this.#life = new AbortController();
    const life = this.#life.signal;
    let opened: OpenedIndex | null = null;
    let readyAt: number | null = null;
    try {
      opened = await this.deps.open((error) => this.#lose(error));
      life.throwIfAborted();
      await unlessAborted(this.#build(opened, life), life);
      readyAt = this.deps.timing.elapsed();
      for (let slept = 0; ; ) {
        this.#keepVectors(opened.texts);
        await this.deps.timing.sleep(LOOK_EVERY, life);
        life.throwIfAborted();
        slept += LOOK_EVERY;
        if (slept < this.#lookAfter) continue;
        slept = 0;
        await unlessAborted(this.#look(life), life);
      }
    } catch (error) {
      if (!this.#stopping.signal.aborted) this.#report(error);
      return error instanceof UnavailableError ? "away" : readyAt;
    } finally {
      this.#lose(new IndexLostError("it has ended"));
      await opened?.index.stop();
    }
  }

  async #build(opened: OpenedIndex, life: AbortSignal): Promise<void> {
    const giveBack = await this.deps.takeTurn(life);
    try {
      // An index that is lost gives its turn back at once, also while a read goes on.
      await unlessAborted(this.#fill(opened, life), life);
    } finally {
      await giveBack();
    }
  }

  async #fill({ index, texts }: OpenedIndex, life: AbortSignal): Promise<void> {
    const { source, timing, logger } = this.deps;
    const began = timing.elapsed();
    const onUnsearchable = ({ document_id, unsearchable: reason }: RevisionText) =>
      logger.error({ document_id, reason }, "search finds only the title of a document");
    const fed = await FedIndex.build(source, texts, index, { broken: this.#broken, onUnsearchable });
    if (fed === null) throw new IndexLostError(UNKNOWN_GENERATION);
    life.throwIfAborted();
    this.#built = { index, texts, fed, began };
    await this.#look(life);
  }

  /** Every hour. No look waits for it: a database with many versions takes long. */
  #keepVectors(texts: TextSource): void {
    const { timing, logger } = this.deps;
    if (this.#keptAt !== null && timing.elapsed() - this.#keptAt < KEEP_EVERY) return;
    this.#keptAt = timing.elapsed();
    const life = this.#life.signal;
    texts.keepVectors().catch((error) => {
      if (life.aborted) return;
      if (error instanceof IndexLostError) return this.#lose(error);
      const reason = error instanceof Error ? error.message : String(error);
      logger.warn({ reason }, "what search does not use any more could not be removed; trying again in an hour");
    });
  }

  /**
   * Catches up if there is something new. What is away is asked again at the next look. The index has been built when
   * it has had all texts once.
   */
  async #look(life: AbortSignal): Promise<void> {
    const { timing, logger } = this.deps;
    const began = timing.elapsed();
    this.#lookAfter = Math.min(this.#lookAfter * 2, LOOK_EVERY_IDLE);
    try {
      await this.#catchUps.run();
      const built = this.#ready();
      await built.fed.readTexts();
      life.throwIfAborted();
      this.#currentAt = began;
      const hadFailed = this.#failure.end();
      if (built.began !== null) this.#noteBuilt(built, built.began);
      else if (hadFailed) logger.info("the search index has caught up again");
    } catch (error) {
      this.#lookAfter = LOOK_EVERY;
      if (life.aborted) return;
      this.#report(error);
      if (error instanceof IndexLostError) this.#lose(error);
    }
  }

  #noteBuilt(built: BuiltIndex, began: number): void {
    this.#builds += 1;
    this.#build_seconds = (this.deps.timing.elapsed() - began) / 1000;
    built.began = null;
    this.#lookAfter = LOOK_EVERY;
    const { documents, sections, chunks } = built.fed.size;
    this.deps.logger.info({ documents, sections, chunks, seconds: this.#build_seconds }, "the search index is ready");
    this.#onBuilt();
  }

  #report(error: unknown): void {
    const what = this.#built ? "the search index cannot catch up; trying again" : "the search index has to be built";
    this.#failure.report(error, what);
  }
}

/** The questions that texts answer. */
const FROM_TEXTS: ReadonlySet<QuestionKind> = new Set(["search", "phraseCandidates"]);

const CANNOT_CATCH_UP = "The search index cannot catch up with the database.";
const BEING_BUILT = "The search index is being built.";

const NOTHING: IndexSize = { documents: 0, sections: 0, chunks: 0, terms: 0, bytes: 0 };

type Figures = OpenIndex["figures"];

const sum = (a: Figures, b: Figures): Figures => ({
  searches: a.searches + b.searches,
  search_seconds: a.search_seconds + b.search_seconds,
});

/** Waits for shared work until the caller's time is over. */
function inTime(work: Promise<void>, until: AbortSignal): Promise<void> {
  return unlessAborted(work, until).catch((error) => {
    if (error === until.reason) throw new UnavailableError("The search index did not catch up in time.");
    throw error instanceof UnavailableError ? error : new UnavailableError(CANNOT_CATCH_UP, { cause: error });
  });
}
