import { performance } from "node:perf_hooks";
import { UnavailableError } from "@retrieval/core/errors";
import type { Clock, IndexSource, MakeVectors, RecognisePage } from "@retrieval/core/ports";
import type { EmbeddedModel } from "@retrieval/e5";
import { type AppDeps, createApp, Metrics, type Pages, type Timer } from "@retrieval/http";
import { type Database, type KnownTables, PostgresIndexSource } from "@retrieval/postgres";
import type { Logger } from "pino";
import { isolatedTermVectors, PUBLISHING_LIMITS, REINDEXING_LIMITS } from "../adapters/isolated-term-vectors.js";
import { PublicAddresses } from "../adapters/public-addresses.js";
import { ClockWatch } from "../clock/clock-watch.js";
import { systemTimer } from "../clock/system-timer.js";
import { DayKeeper } from "../days/day-keeper.js";
import type { JobWorker } from "../jobs/job-worker.js";
import type { EmbeddingKeeper } from "../meaning/embedding-keeper.js";
import { publicFetch } from "../oauth/public-fetch.js";
import type { Retention } from "../retention/retention.js";
import type { IndexKeeper } from "../search-index/index-keeper.js";
import { systemTiming } from "../search-index/timing.js";
import type { Settings } from "../settings/settings.js";
import { VERSION } from "../version.js";
import { WebhookKeeper } from "../webhooks/webhook-keeper.js";
import { PublicWebhookSender } from "../webhooks/webhook-sender.js";
import { composeApplication } from "./application.js";
import { composeEngine } from "./engine.js";
import type { LoadedAssistants } from "./load-assistants.js";
import { meaningModelOf } from "./meaning-model.js";
import { figuresOf } from "./service-figures.js";
import { composeRetentions, composeStorage } from "./storage.js";

/** The parts of a running service, wired. */
export interface Service {
  readonly app: ReturnType<typeof createApp>;
  readonly deps: AppDeps;
  readonly worker: JobWorker;
  /** They delete what is old: audit entries, usage, and vectors while no model is set. */
  readonly retentions: readonly Retention[];
  readonly clockWatch: ClockWatch;
  /** It puts versions in force on their day. */
  readonly days: DayKeeper;
  readonly index: IndexKeeper;
  /** null without a model of meaning. */
  readonly embeddings: EmbeddingKeeper | null;
  readonly webhooks: WebhookKeeper;
  /** Makes `/readyz` refuse, so that a proxy sends nothing new. */
  drain(): void;
  /** Stops timers and writes buffered entries; the caller closes the database. */
  stop(): Promise<void>;
}

interface ServiceParts {
  readonly tables: KnownTables;
  readonly logger: Logger;
  readonly httpsOnly: boolean;
  readonly pages?: Pages | null;
  readonly assistants?: LoadedAssistants | null;
  readonly outgoing?: Pick<PublicAddresses, "fetch" | "accepts">;
  readonly recogniser?: RecognisePage | null;
  /** Loads when the service starts, and is stopped with it. */
  readonly embedded?: EmbeddedModel | null;
  readonly clock?: Clock;
  readonly timer?: Timer;
  readonly vectors?: MakeVectors;
  readonly indexSource?: IndexSource;
}

const systemClock: Clock = { now: () => Date.now() };
const elapsed = () => performance.now();

/** Wires the service on an open, migrated database: storage, engine, application. Nothing runs or listens yet. */
export function composeService(
  settings: Settings,
  database: Database,
  {
    tables,
    logger,
    httpsOnly,
    pages = null,
    assistants = null,
    recogniser = null,
    embedded = null,
    clock = systemClock,
    timer = systemTimer,
    vectors = isolatedTermVectors(PUBLISHING_LIMITS),
    indexSource,
    outgoing = new PublicAddresses(settings.OUTGOING_PRIVATE_NETWORKS),
  }: ServiceParts,
): Service {
  const model = meaningModelOf(settings, embedded);
  const stored = { meaning: model?.stored ?? null };
  const source = indexSource ?? new PostgresIndexSource(database.db, isolatedTermVectors(REINDEXING_LIMITS), stored);
  const stopping = new AbortController();
  const stopwatch = () => elapsed() / 1000;
  const metrics = new Metrics({ version: VERSION, stopwatch, figures: () => figures() });

  const onDatabase = { database, tables, vectors, clock, logger };
  const storage = composeStorage(settings, onDatabase);
  const retentions = composeRetentions(settings, storage, model !== null, onDatabase);

  const engine = composeEngine(settings, {
    ...{ database, source, model, clock, logger, elapsed, metrics },
    stopping: stopping.signal,
  });
  const { index, embeddings } = engine;
  const { calendar } = storage;
  const days = new DayKeeper({ calendar, clock, timer, timeZone: settings.TIME_ZONE, logger });

  const sender = new PublicWebhookSender(outgoing, stopping.signal);
  const { feed } = storage;
  const webhooks = new WebhookKeeper({
    ...{ feed, webhooks: storage.webhooks, sender, clock, random: Math.random },
    ...{ stopping: stopping.signal, timing: systemTiming, logger },
  });

  const checkTables = oneAtATime(() => tables.refuseNewer());
  const checkSearch = oneAtATime(() => engine.checkReady());
  const tellReady = oneAtATime(() => tables.tellReady());
  const { deps, worker, shared } = composeApplication(settings, {
    ...{ storage, engine, recogniser, pages, assistants, httpsOnly, sender, metrics, clock, elapsed, timer, logger },
    fetch: publicFetch(outgoing, stopping.signal),
    connections: database.pool.options.max,
    ready: async () => {
      if (stopping.signal.aborted) throw new UnavailableError("the service is stopping");
      await checkTables();
      await days.keepToday();
      await checkSearch();
      tellReady().catch((err) => logger.warn({ err }, "could not tell older versions that this one is ready"));
      if (model === null) return { meaning: "off" };
      return { meaning: embedded === null || embedded.isReady ? "on" : "starting" };
    },
  });
  const limits = Object.values(deps.limits);
  const onJump = () => void Promise.all([...limits.map((limit) => limit.reset()), days.start()]);
  const clockWatch = new ClockWatch({ clock, elapsed, logger, onJump });
  const figures = figuresOf({
    ...{ ...storage, pool: database.pool, queues: deps.queues, worker, shared, index, embeddings, clock },
    stopwatch: elapsed,
  });

  return {
    ...{ app: createApp(deps), deps, worker, retentions, clockWatch, days, index, embeddings, webhooks },
    drain: () => stopping.abort(),
    stop: async () => {
      stopping.abort();
      for (const limit of limits) limit.stop();
      shared?.stop();
      for (const retention of retentions) retention.stop();
      clockWatch.stop();
      days.stop();
      await Promise.all([index.stop(), embeddings?.stop(), embedded?.stop(), webhooks.stopped()]);
      deps.questions.end();
      await Promise.all([storage.auditIntake.stop(), storage.usage.log?.stop()]);
    },
  };
}

/** Shares one check among all concurrent callers, because any client may ask for readiness as often as it likes. */
function oneAtATime(ask: () => Promise<void>): () => Promise<void> {
  let asking: Promise<void> | null = null;
  return () => {
    asking ??= ask().finally(() => {
      asking = null;
    });
    return asking;
  };
}
