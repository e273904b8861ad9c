import { createSecretKey, type KeyObject, randomBytes, randomUUID } from "node:crypto";
import { answerKey, cursorKey, fingerprintKey, type SharedSecret, sessionKey } from "@retrieval/core";
import type { Clock, RecognisePage } from "@retrieval/core/ports";
import { ingestDocument, LatestComparisons } from "@retrieval/core/use-cases";
import {
  AnswerIds,
  type AppDeps,
  FairQueue,
  HitCounter,
  Judgements,
  type Metrics,
  type Pages,
  Questions,
  RequestsInFlight,
  type Timer,
} from "@retrieval/http";
import { IsolatedReader, isolatedStructuredUploads, readChunkLines } from "@retrieval/ingest/isolated";
import type { Logger } from "pino";
import { hashPassword } from "../adapters/argon2-passwords.js";
import { isolatedUserFiles, isolatedVocabularyFiles } from "../adapters/isolated-csv-files.js";
import { JsonWebTokens, secretTokenKey, type TokenKey } from "../adapters/json-web-tokens.js";
import { SharedHits } from "../adapters/shared-hits.js";
import { LoggedClockDifferences } from "../clock/logged-clock-differences.js";
import { JobWorker } from "../jobs/job-worker.js";
import type { Settings } from "../settings/settings.js";
import { VERSION } from "../version.js";
import { readStarterVocabulary } from "../vocabulary/vocabulary-files.js";
import type { Engine } from "./engine.js";
import type { LoadedAssistants } from "./load-assistants.js";
import type { Storage } from "./storage.js";

/**
 * The limits of reading one document, which stop a hostile one. Real documents take 2 to 4 seconds of processor time for
 * a megabyte; a Word file of half a megabyte with wide tables took 18, and 1,000 dense PDF pages took 25.
 */
const READING_LIMITS = { seconds: 90, sooner: { least: 30, per_megabyte: 20 }, heap_megabytes: 1_024 };
/** The same for one CSV, whose sender waits for the answer. */
const CSV_LIMITS = { seconds: 30, heap_megabytes: 512 };

/** Refusals of one user in a minute, because of load, that are sent at once. */
const REFUSED_AT_ONCE = 20;

/** How many requests of one sender run at once, and how many wait (docs/decisions/0012). */
const SHARE = { perReader: 4, waiting: 16 };
/**
 * Searches share one thread of the index and the event loop. With more at once, a short one would take as long as the
 * costly ones beside it; with two, one asks the database while the other computes.
 */
const SEARCHES = { atOnce: 2, perReader: 1 };
/** What does not fit is refused at once. */
const NO_WAIT = { waiting: 0, waitingInAll: 0, waitMs: 0 };
/** How many refusals are held back, of one sender and of all. */
const REFUSALS = { ...NO_WAIT, atOnce: 1_024, perReader: 320 };
/** How many answers one sender may leave half read. */
const DOWNLOADS = { ...NO_WAIT, atOnce: Number.POSITIVE_INFINITY, perReader: 8 };
/**
 * How long a request waits for its turn, in milliseconds: it may wait behind large uploads of the same administrator.
 */
const TURN_WITHIN = { reader: 10_000, admin: 60_000 };
/** Connections of the pool that readers' requests leave free: for sign-in, jobs and the audit log. */
const OTHER_CONNECTIONS = 4;
/** With fewer, a request would also wait for another's computation. */
const AT_ONCE_MIN = 2;

interface ApplicationParts {
  readonly storage: Storage;
  readonly engine: Engine;
  readonly recogniser: RecognisePage | null;
  readonly pages: Pages | null;
  readonly assistants: LoadedAssistants | null;
  readonly fetch: typeof fetch;
  readonly httpsOnly: boolean;
  readonly sender: AppDeps["sender"];
  /** The most that the pool opens. */
  readonly connections: number;
  readonly ready: AppDeps["ready"];
  readonly metrics: Metrics;
  readonly clock: Clock;
  /** Milliseconds on a clock that only goes forward. */
  readonly elapsed: () => number;
  readonly timer: Timer;
  readonly logger: Logger;
}

/** What serves requests and jobs, on storage and engine. */
export function composeApplication(settings: Settings, parts: ApplicationParts) {
  const { storage, engine, recogniser, assistants, fetch, connections, clock, elapsed, timer, logger, ...handed } =
    parts;
  const { authorizations, ...stored } = storage;
  const newSecret = () => randomBytes(32).toString("base64url");
  const { index: _, embeddings, ...found } = engine;
  const { TIME_ZONE: timeZone, newDocumentRules } = settings;
  const files = new IsolatedReader(READING_LIMITS, recogniser);
  const worker = new JobWorker({
    jobs: stored.jobs,
    logger,
    handler: (job, onProgress) =>
      ingestDocument(
        job,
        { files, readPacked: readChunkLines, chunks: stored.chunks, clock, timeZone, newDocumentRules },
        onProgress,
      ),
  });
  const shared = settings.REDIS_URL === null ? null : new SharedHits(settings.REDIS_URL, logger);
  const limits = {
    signInFailures: new HitCounter(settings.RATE_LIMIT_SIGN_IN_FAILURES, clock, shared?.store("retrieval:sign-in:")),
    reads: new HitCounter(settings.RATE_LIMIT_READS, clock, shared?.store("retrieval:reads:")),
    refusals: new HitCounter(REFUSED_AT_ONCE, clock),
  };
  const deps: AppDeps = {
    ...stored,
    ...found,
    ...handed,
    embedding: embeddings && { model: embeddings.model, progress: () => embeddings.report() },
    ...composeKeys(settings),
    tokenAudiences: settings.tokenAudiences,
    hashPassword,
    starterVocabulary: readStarterVocabulary,
    readVocabularyFile: isolatedVocabularyFiles(CSV_LIMITS),
    readUserFile: isolatedUserFiles(CSV_LIMITS),
    newDocumentRules,
    fourEyes: settings.FOUR_EYES,
    retentionYears: settings.RETENTION_YEARS,
    readStructuredChunks: isolatedStructuredUploads(READING_LIMITS),
    documentTypes: files.media_types,
    clock,
    timeZone,
    clockDifferences: new LoggedClockDifferences({ elapsed, logger }),
    newId: randomUUID,
    newSecret,
    assistants: assistants?.assistants ?? null,
    authorizationServer:
      assistants?.authorizationServerOf({
        ...{ authorizations, clock, newSecret, fetch, logger },
        accessTokens: stored.accessTokens,
      }) ?? null,
    signIn: {
      secrets: settings.secrets,
      tolerance: settings.SSO_TIMESTAMP_TOLERANCE,
      singleUse: settings.SSO_SINGLE_USE,
    },
    session: { issuer: settings.JWT_ISSUER, lifetime: Math.round(settings.JWT_EXPIRES_HOURS * 3600) },
    portalOrigin: settings.PORTAL_DOMAIN,
    publicUrl: settings.PUBLIC_URL,
    version: VERSION,
    trustProxy: settings.TRUST_PROXY,
    limits,
    queues: composeQueues(
      connections,
      settings.MAX_REQUESTS_IN_FLIGHT,
      settings.embeddingModel !== null || settings.rerankModel !== null || settings.searchServers !== null,
    ),
    comparisons: new LatestComparisons(),
    judgements: new Judgements(),
    questions: new Questions(timer),
    inFlight: new RequestsInFlight(settings.MAX_REQUESTS_IN_FLIGHT),
    metricsToken: settings.METRICS_TOKEN,
    onJob: () => worker.wake(),
    logger,
  };
  return { deps, worker, shared };
}

/**
 * The turns of the requests that do work.
 *
 * @param connections the most that the pool opens
 * @param waitingInAll how many requests of all senders wait for a turn
 * @param asksServers whether a search also waits for a model server or for OpenSearch, where more at once cost this process nothing
 */
function composeQueues(connections: number, waitingInAll: number, asksServers: boolean) {
  const share = { ...SHARE, waitingInAll, atOnce: Math.max(AT_ONCE_MIN, connections - OTHER_CONNECTIONS) };
  return {
    searches: new FairQueue({
      ...share,
      ...(asksServers ? {} : SEARCHES),
      // They take longest: as many of them as of all requests would wait twice as long.
      waitingInAll: Math.ceil(waitingInAll / 2),
      waitMs: TURN_WITHIN.reader,
    }),
    reader: new FairQueue({ ...share, waitMs: TURN_WITHIN.reader }),
    admin: new FairQueue({ ...share, waitMs: TURN_WITHIN.admin }),
    downloads: new FairQueue(DOWNLOADS),
    refusals: new FairQueue(REFUSALS),
  };
}

type Keys = Pick<Settings, "tokenKeys" | "secrets">;

/** What is signed or sealed, each with a key of its own. */
function composeKeys(settings: Keys) {
  return {
    tokens: new JsonWebTokens(tokenKeys(settings)),
    cursorKeys: derivedKeys(cursorKey, settings),
    answerIds: new AnswerIds(derivedKeys(answerKey, settings)),
    fingerprintKey: derivedKeys(fingerprintKey, settings)[0],
  };
}

/** The private keys if there are any, else a key derived from each shared secret. */
function tokenKeys({ tokenKeys: [first, ...rest], secrets: [secret, ...previous] }: Keys): [TokenKey, ...TokenKey[]] {
  if (first) return [first, ...rest];
  return [secretTokenKey(sessionKey(secret)), ...previous.map((old) => secretTokenKey(sessionKey(old)))];
}

/** What they seal before a change of the shared secret stays valid. */
function derivedKeys(
  derive: (shared: SharedSecret) => Uint8Array,
  { secrets: [secret, ...previous] }: Keys,
): [KeyObject, ...KeyObject[]] {
  const keyOf = (shared: SharedSecret) => createSecretKey(derive(shared));
  return [keyOf(secret), ...previous.map(keyOf)];
}
