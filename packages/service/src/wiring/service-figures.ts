import { setTimeout as sleep } from "node:timers/promises";
import type { IndexState, JobQueue, JobTally, SectionIndex } from "@retrieval/core/ports";
import type { AppDeps, ServiceFigures } from "@retrieval/http";
import type { Database } from "@retrieval/postgres";
import type { SharedHits } from "../adapters/shared-hits.js";
import type { BufferedAudit } from "../audit/buffered-audit.js";
import type { JobWorker } from "../jobs/job-worker.js";
import type { EmbeddingKeeper } from "../meaning/embedding-keeper.js";

/** How long an answer of the database is reused for further scrapes, in milliseconds. */
const TALLY_KEPT = 5_000;
/** How long a scrape waits for the database, in milliseconds: Prometheus itself gives up after ten seconds. */
const TALLY_WITHIN = 2_000;

export interface WatchedParts {
  readonly jobs: Pick<JobQueue, "tally">;
  readonly pool: Database["pool"];
  readonly queues: AppDeps["queues"];
  readonly worker: Pick<JobWorker, "atHand">;
  readonly auditIntake: Pick<BufferedAudit, "figures">;
  readonly shared: Pick<SharedHits, "isThere"> | null;
  readonly index: Pick<SectionIndex, "state"> | null;
  readonly embeddings: Pick<EmbeddingKeeper, "progress"> | null;
  /** Milliseconds on a clock that only goes forward. */
  readonly stopwatch: () => number;
}

/**
 * Reads the figures of a scrape. However often it is called, it queries the database once at a time and at most every 5
 * seconds.
 */
export function figuresOf(parts: WatchedParts): () => Promise<ServiceFigures> {
  const tally = keptTally(parts);
  return async () => {
    const jobs = await tally();
    const { pool, queues, worker, auditIntake, shared, index, embeddings } = parts;
    return {
      pool: { open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount, max: pool.options.max },
      waitingForTurn: queues.searches.waiting + queues.reader.waiting + queues.admin.waiting,
      jobs,
      jobAtHand: worker.atHand(),
      audit: auditIntake.figures(),
      index: index?.state() ?? NO_INDEX,
      embeddings: embeddings?.progress ?? null,
      limitsShared: shared === null ? null : shared.isThere,
    };
  };
}

const NO_INDEX: IndexState = {
  ready: false,
  generation: null,
  documents: 0,
  sections: 0,
  chunks: 0,
  terms: 0,
  bytes: 0,
  age_seconds: 0,
  catch_up_seconds: 0,
  build_seconds: 0,
  builds: 0,
  searches: 0,
  search_seconds: 0,
};

/** @returns a function that asks for the tally; it resolves to null if the database does not answer in time */
function keptTally({ jobs, stopwatch }: WatchedParts): () => Promise<JobTally | null> {
  let kept: { readonly tally: JobTally; readonly until: number } | null = null;
  let asking: Promise<JobTally | null> | null = null;
  const ask = async () => {
    try {
      const tally = await jobs.tally();
      kept = { tally, until: stopwatch() + TALLY_KEPT };
      return tally;
    } catch {
      // The missing figure shows the failure, and the code that needed the database has logged the reason.
      return null;
    } finally {
      asking = null;
    }
  };
  return async () => {
    if (kept !== null && stopwatch() < kept.until) return kept.tally;
    asking ??= ask();
    const answered = new AbortController();
    const late = sleep(TALLY_WITHIN, null, { signal: answered.signal }).catch(() => null);
    const tally = await Promise.race([asking, late]);
    answered.abort();
    return tally;
  };
}
