import { randomBytes, randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import { KEPT_VERSIONS } from "@retrieval/core/documents";
import { UnavailableError } from "@retrieval/core/errors";
import type {
  Clock,
  IndexSource,
  PackedChunksReader,
  PageRecogniser,
  UploadedFileReader,
  VectorMaker,
} from "@retrieval/core/ports";
import { applyFileImport, ingestDocument } from "@retrieval/core/use-cases";
import type { EmbeddedModel } from "@retrieval/e5";
import {
  type AppDeps,
  type Assistants,
  createApp,
  HitCounter,
  Judgements,
  type Pages,
  PrometheusMetrics,
  Questions,
  RequestsInFlight,
  type Timer,
} from "@retrieval/http";
import { IsolatedReader, IsolatedStructuredUploadReader, readChunkLines } from "@retrieval/ingest/isolated";
import {
  type Database,
  PostgresAccessTokenStore,
  PostgresAuditLog,
  PostgresChunkStore,
  PostgresDocumentCatalog,
  PostgresEmbeddingStore,
  PostgresHitReader,
  PostgresIndexSource,
  PostgresJobQueue,
  PostgresOriginalFiles,
  PostgresSignInLedger,
  PostgresUserDirectory,
  PostgresVersionArchive,
  PostgresVocabularyStore,
  refuseNewerTables,
} from "@retrieval/postgres";
import type { Logger } from "pino";
import { Argon2Passwords } from "../adapters/argon2-passwords.js";
import { IsolatedTermVectors, PUBLISHING_LIMITS, REINDEXING_LIMITS } from "../adapters/isolated-term-vectors.js";
import { IsolatedUserFiles } from "../adapters/isolated-user-files.js";
import { IsolatedVocabularyFiles } from "../adapters/isolated-vocabulary-files.js";
import { SharedHits } from "../adapters/shared-hits.js";
import { BufferedAudit } from "../audit/buffered-audit.js";
import { ClockWatch } from "../clock/clock-watch.js";
import { LoggedClockDifferences } from "../clock/logged-clock-differences.js";
import { systemTimer } from "../clock/system-timer.js";
import { JobWorker } from "../jobs/job-worker.js";
import type { EmbeddingKeeper } from "../meaning/embedding-keeper.js";
import type { Retention } from "../retention/retention.js";
import type { IndexKeeper } from "../search-index/index-keeper.js";
import type { Settings } from "../settings/settings.js";
import { VERSION } from "../version.js";
import { composeAnswering } from "./compose-answering.js";
import { composeIndex } from "./compose-index.js";
import { composeKeys } from "./compose-keys.js";
import { composeMeaning } from "./compose-meaning.js";
import { composeModels } from "./compose-models.js";
import { composeQueues } from "./compose-queues.js";
import { composeRetentions } from "./compose-retentions.js";
import { composeUsage } from "./compose-usage.js";
import { deadlineAfter } from "./deadline.js";
import { meaningModelOf } from "./meaning-model.js";
import { connectedModels } from "./model-server.js";
import { figuresOf } from "./service-figures.js";

/** The parts of a running service, wired. */
export interface Service {
  readonly app: ReturnType<typeof createApp>;
  readonly deps: AppDeps;
  readonly worker: JobWorker;
  /** They delete what is old: audit entries, usage, and vectors while no model is set. */
  readonly retentions: readonly Retention[];
  readonly clockWatch: ClockWatch;
  readonly index: IndexKeeper;
  /** null without a model of meaning. */
  readonly embeddings: EmbeddingKeeper | null;
  /** Makes `/readyz` refuse, so that a proxy sends nothing new. */
  drain(): void;
  /** Stops timers and writes buffered entries; the caller closes the database. */
  stop(): Promise<void>;
}

/**
 * The limits of reading one document, which stop a hostile one. Real documents take 2 to 4 seconds of processor time for
 * a megabyte; a Word file of half a megabyte with wide tables took 18, and 1,000 dense PDF pages took 25.
 */
const READING_LIMITS = { seconds: 90, sooner: { least: 30, per_megabyte: 20 }, heap_megabytes: 1_024 };
/** The same for one CSV, whose sender waits for the answer. */
const CSV_LIMITS = { seconds: 30, heap_megabytes: 512 };

/** Refusals of one user in a minute, because of load, that are sent at once. */
const REFUSED_AT_ONCE = 20;

const systemClock: Clock = { now: () => Date.now() };
const elapsed = () => performance.now();

/** Wires the service on an open, migrated database. Nothing runs or listens yet. */
export function composeService(
  settings: Settings,
  database: Database,
  {
    logger,
    httpsOnly,
    pages = null,
    assistants = null,
    recogniser = null,
    embedded = null,
    clock = systemClock,
    timer = systemTimer,
    vectors = new IsolatedTermVectors(PUBLISHING_LIMITS),
    indexSource: givenSource,
  }: {
    logger: Logger;
    httpsOnly: boolean;
    pages?: Pages | null;
    assistants?: Assistants | null;
    recogniser?: PageRecogniser | null;
    /** Loads when the service starts, and is stopped with it. */
    embedded?: EmbeddedModel | null;
    clock?: Clock;
    timer?: Timer;
    vectors?: VectorMaker;
    indexSource?: IndexSource;
  },
): Service {
  const { db } = database;
  const model = meaningModelOf(settings, embedded);
  const indexSource =
    givenSource ??
    new PostgresIndexSource(db, new IsolatedTermVectors(REINDEXING_LIMITS), { meaning: model?.stored ?? null });
  const users = new PostgresUserDirectory(db);
  const kept = { ...KEPT_VERSIONS, versions: settings.KEEP_VERSIONS };
  const chunks = new PostgresChunkStore(db, vectors, kept);
  const jobs = new PostgresJobQueue(db);
  const files: UploadedFileReader = new IsolatedReader(READING_LIMITS, recogniser);
  const packed: PackedChunksReader = { read: readChunkLines };
  const audit = new PostgresAuditLog(db);
  const bufferedAudit = new BufferedAudit({ audit, clock, logger });
  const usage = composeUsage(settings, { database, clock, logger });
  const retentions = composeRetentions(settings, {
    ...{ audit, usage: usage.store, clock, logger },
    embeddings: model === null ? new PostgresEmbeddingStore(database) : null,
  });
  const shared = settings.REDIS_URL === null ? null : new SharedHits(settings.REDIS_URL, logger);
  const limits = {
    signInFailures: new HitCounter(settings.RATE_LIMIT_SIGN_IN_FAILURES, clock, shared?.store("retrieval:sign-in:")),
    reads: new HitCounter(settings.RATE_LIMIT_READS, clock, shared?.store("retrieval:reads:")),
    refusals: new HitCounter(REFUSED_AT_ONCE, clock),
  };
  const clockWatch = new ClockWatch({
    clock,
    elapsed,
    logger,
    onJump: () => void Promise.all(Object.values(limits).map((limit) => limit.reset())),
  });
  const index = composeIndex(indexSource, database, logger);
  const embeddings = model && composeMeaning(model, { database, source: indexSource, clock, logger });
  const { TIME_ZONE: timeZone, newDocumentRules } = settings;
  const worker = new JobWorker({
    jobs,
    logger,
    handlers: {
      ingest: (job, onProgress) =>
        ingestDocument(job, { files, packed, chunks, clock, timeZone, newDocumentRules }, onProgress),
      import: (job, _, stopping) => applyFileImport(job, users, stopping),
    },
  });
  const questions = new Questions(timer);
  const queues = composeQueues(
    database.pool.options.max,
    settings.MAX_REQUESTS_IN_FLIGHT,
    settings.embeddingModel !== null || settings.rerankModel !== null,
  );
  const stopping = new AbortController();
  const metrics = new PrometheusMetrics({
    version: VERSION,
    stopwatch: () => elapsed() / 1000,
    figures: figuresOf({
      jobs,
      pool: database.pool,
      queues,
      worker,
      bufferedAudit,
      shared,
      index,
      embeddings,
      stopwatch: elapsed,
    }),
  });
  const checkDatabase = oneAtATime(() => refuseNewerTables(db));
  let draining = false;
  const deps: AppDeps = {
    users,
    documents: new PostgresDocumentCatalog(db),
    chunks,
    versions: new PostgresVersionArchive(db, vectors, kept),
    originals: new PostgresOriginalFiles(db),
    vocabularyStore: new PostgresVocabularyStore(db),
    vocabularyFiles: new IsolatedVocabularyFiles(CSV_LIMITS),
    finding: {
      index,
      hits: new PostgresHitReader(db),
      ...composeModels(settings, model, {
        elapsed,
        metrics,
        calibration: async () => embeddings?.calibration() ?? null,
      }),
      startDeadline: () => deadlineAfter(settings.SEARCH_TIMEOUT_MS),
    },
    embedding: embeddings && { model: embeddings.model, progress: () => embeddings.report() },
    answering: composeAnswering(settings, stopping.signal),
    models: connectedModels(settings),
    assistants,
    jobs,
    ledger: new PostgresSignInLedger(db),
    audit,
    auditIntake: bufferedAudit,
    usage,
    ...composeKeys(settings),
    accessTokens: new PostgresAccessTokenStore(db),
    tokenAudiences: settings.tokenAudiences,
    passwords: new Argon2Passwords(),
    userFiles: new IsolatedUserFiles(CSV_LIMITS),
    newDocumentRules,
    structuredUploads: new IsolatedStructuredUploadReader(READING_LIMITS),
    clock,
    clockDifferences: new LoggedClockDifferences({ elapsed, logger }),
    newId: randomUUID,
    newSecret: () => randomBytes(32).toString("base64url"),
    signIn: {
      secrets: settings.secrets,
      tolerance: settings.SSO_TIMESTAMP_TOLERANCE,
      singleUse: settings.SSO_SINGLE_USE,
    },
    session: { issuer: settings.JWT_ISSUER, lifetime: Math.round(settings.JWT_EXPIRES_HOURS * 3600) },
    portalOrigin: settings.PORTAL_DOMAIN,
    version: VERSION,
    pages,
    httpsOnly,
    trustProxy: settings.TRUST_PROXY,
    documentTypes: files.media_types,
    limits,
    queues,
    judgements: new Judgements(),
    questions,
    inFlight: new RequestsInFlight(settings.MAX_REQUESTS_IN_FLIGHT),
    metrics,
    metricsToken: settings.METRICS_TOKEN,
    onJob: () => worker.wake(),
    ready: async () => {
      if (draining) throw new UnavailableError("the service is stopping");
      await checkDatabase();
      index.checkReady();
      if (model === null) return { meaning: "off" };
      return { meaning: embedded === null || embedded.isReady ? "on" : "starting" };
    },
    logger,
  };
  return {
    app: createApp(deps),
    deps,
    worker,
    retentions,
    clockWatch,
    index,
    embeddings,
    drain: () => {
      draining = true;
      stopping.abort();
    },
    stop: async () => {
      for (const limit of Object.values(limits)) limit.stop();
      shared?.stop();
      for (const retention of retentions) retention.stop();
      clockWatch.stop();
      await Promise.all([index.stop(), embeddings?.stop(), embedded?.stop()]);
      questions.end();
      await Promise.all([bufferedAudit.stop(), usage.log?.stop()]);
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
