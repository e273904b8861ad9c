import type { Clock, JobQueue, JobTally, SectionIndex, WebhookStore } from "@retrieval/core/ports";
import type { AppDeps, Figures } from "@retrieval/http";
import type { Database } from "@retrieval/postgres";
import type { SharedHits } from "../adapters/shared-hits.js";
import type { BufferedAudit } from "../audit/buffered-audit.js";
import type { JobWorker } from "../jobs/job-worker.js";
import type { EmbeddingKeeper } from "../meaning/embedding-keeper.js";
import { within } from "../process/within.js";

/** How long an answer of the database is reused for further scrapes, in milliseconds. */
const TALLY_KEPT = 5_000;
/** How long a scrape waits for the database, in milliseconds: Prometheus itself gives up after ten seconds. */
const TALLY_WITHIN = 2_000;

export interface WatchedParts {
  readonly jobs: Pick<JobQueue, "tally">;
  readonly webhooks: Pick<WebhookStore, "list">;
  readonly clock: Clock;
  readonly pool: Database["pool"];
  readonly queues: AppDeps["queues"];
  readonly worker: Pick<JobWorker, "atHand">;
  readonly auditIntake: Pick<BufferedAudit, "figures">;
  readonly shared: Pick<SharedHits, "isThere"> | null;
  readonly index: Pick<SectionIndex, "state">;
  readonly embeddings: Pick<EmbeddingKeeper, "progress"> | null;
  /** Milliseconds on a clock that only goes forward. */
  readonly stopwatch: () => number;
}

/**
 * Reads the figures of a scrape. However often it is called, it queries the database once at a time and at most every 5
 * seconds.
 */
export function figuresOf(parts: WatchedParts): () => Promise<Figures> {
  const tally = keptTally(parts);
  return async () => {
    const jobs = await tally();
    const { longest_wait = null, longest_overdue = null, longest_failure = null, ...states } = jobs ?? {};
    const { pool, queues, worker, auditIntake, shared } = parts;
    const index = parts.index.state();
    const audit = auditIntake.figures();
    const { documents, embedded, kept_back } = parts.embeddings?.progress ?? NONE;
    return {
      database_up: Number(jobs !== null),
      database_pool_connections: pool.totalCount,
      database_pool_idle_connections: pool.idleCount,
      database_pool_waiting_requests: pool.waitingCount,
      database_pool_max_connections: pool.options.max,
      http_requests_waiting_for_turn: queues.searches.waiting + queues.reader.waiting + queues.admin.waiting,
      jobs: states,
      jobs_oldest_queued_seconds: longest_wait,
      jobs_lease_overdue_seconds: longest_overdue,
      job_at_hand_seconds: worker.atHand(),
      webhooks_failing_seconds: longest_failure,
      audit_waiting_entries: audit.waiting,
      audit_lost_entries_total: audit.lost,
      index_ready: Number(index.ready),
      index_documents: index.documents,
      index_sections: index.sections,
      index_chunks: index.chunks,
      index_bytes: index.bytes,
      index_age_seconds: index.age_seconds,
      index_catch_up_seconds: index.catch_up_seconds,
      index_build_seconds: index.build_seconds,
      index_generation: index.generation?.number ?? 0,
      index_builds_total: index.builds,
      index_searches_total: index.searches,
      index_search_seconds_total: index.search_seconds,
      embedded_documents: embedded,
      documents_to_embed: documents - embedded - kept_back,
      documents_kept_back: kept_back,
      rate_limits_shared: shared === null ? {} : { redis: Number(shared.isThere) },
    };
  };
}

/** Without a model, and before it was counted. */
const NONE = { documents: 0, embedded: 0, kept_back: 0 };

/** With the seconds that the webhook that has failed longest has failed; 0 without one. */
type Tally = JobTally & { readonly longest_failure: number };

/** Asks one after the other, so that a scrape takes one connection of the pool. */
async function tallyOf({ jobs, webhooks, clock }: WatchedParts): Promise<Tally> {
  const tally = await jobs.tally();
  const failures = (await webhooks.list()).map(({ failing_since }) => clock.now() - (failing_since ?? clock.now()));
  return { ...tally, longest_failure: Math.max(0, ...failures) / 1000 };
}

/** @returns a function that asks for the tally; it resolves to null if the database does not answer in time */
function keptTally(parts: WatchedParts): () => Promise<Tally | null> {
  let kept: { readonly tally: Tally; readonly until: number } | null = null;
  let asking: Promise<Tally | null> | null = null;
  const ask = async () => {
    try {
      const tally = await tallyOf(parts);
      kept = { tally, until: parts.stopwatch() + TALLY_KEPT };
      return tally;
    } catch {
      // The missing figure shows the failure, and the code that needed the database has logged the reason.
      return null;
    } finally {
      asking = null;
    }
  };
  return async () => {
    if (kept !== null && parts.stopwatch() < kept.until) return kept.tally;
    asking ??= ask();
    return within(TALLY_WITHIN, asking);
  };
}
