import { randomUUID } from "node:crypto";
import { usageKey } from "@retrieval/core";
import { DELIVERY_DAYS, USAGE_DAYS } from "@retrieval/core/limits";
import type { Clock, MakeVectors } from "@retrieval/core/ports";
import { eraseLeavers, forgetUsage } from "@retrieval/core/use-cases";
import {
  type Database,
  type KnownTables,
  PostgresAccessDirectory,
  PostgresAccessTokenStore,
  PostgresAuditLog,
  PostgresAuthorizationRecords,
  PostgresCalendar,
  PostgresChangeFeed,
  PostgresChunkStore,
  PostgresComparableVersions,
  PostgresDocumentCatalog,
  PostgresDocumentLives,
  PostgresEmbeddingStore,
  PostgresFrontPage,
  PostgresJobQueue,
  PostgresNoticeStore,
  PostgresOriginalFiles,
  PostgresReadableLives,
  PostgresRequestLedger,
  PostgresSignInLedger,
  PostgresUsageStore,
  PostgresUserData,
  PostgresUserDirectory,
  PostgresUserErasures,
  PostgresVersionArchive,
  PostgresVocabularyStore,
  PostgresWebhookStore,
} from "@retrieval/postgres";
import type { Logger } from "pino";
import { BufferedAudit } from "../audit/buffered-audit.js";
import { Retention } from "../retention/retention.js";
import type { Settings } from "../settings/settings.js";
import { BufferedUsage } from "../usage/buffered-usage.js";

/** On average. */
const DAYS_OF_A_YEAR = 365.25;
/** How long a draft waits to be published. */
const DRAFT_DAYS = 400;

export interface StorageParts {
  readonly database: Database;
  readonly tables: KnownTables;
  /** Of chunks that are published. */
  readonly vectors: MakeVectors;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What is stored in PostgreSQL. */
export function composeStorage(settings: Settings, { database: { db }, tables, vectors, clock, logger }: StorageParts) {
  const audit = new PostgresAuditLog(db);
  const store = new PostgresUsageStore(db);
  const keyOf = (day: string) => usageKey(settings.secrets[0], day);
  return {
    lives: new PostgresDocumentLives(db),
    calendar: new PostgresCalendar(db),
    users: new PostgresUserDirectory(db),
    userData: new PostgresUserData(db),
    erasures: new PostgresUserErasures(db),
    documents: new PostgresDocumentCatalog(db),
    chunks: new PostgresChunkStore(db, vectors, settings.FOUR_EYES),
    versions: new PostgresVersionArchive(db, vectors, settings.FOUR_EYES),
    notices: new PostgresNoticeStore(db),
    compared: new PostgresComparableVersions(db),
    readableLives: new PostgresReadableLives(db),
    originals: new PostgresOriginalFiles(db),
    frontPage: new PostgresFrontPage(db),
    vocabularyStore: new PostgresVocabularyStore(db),
    jobs: new PostgresJobQueue(db, tables.isNewer),
    ledger: new PostgresSignInLedger(db),
    requests: new PostgresRequestLedger(db),
    access: new PostgresAccessDirectory(db),
    accessTokens: new PostgresAccessTokenStore(db),
    authorizations: new PostgresAuthorizationRecords(db),
    audit,
    feed: new PostgresChangeFeed(db),
    webhooks: new PostgresWebhookStore(db, tables.isNewer),
    auditIntake: new BufferedAudit({ audit, clock, logger }),
    usage: { store, log: settings.USAGE ? new BufferedUsage({ store, keyOf, clock, logger }) : null },
  };
}

export type Storage = ReturnType<typeof composeStorage>;

/**
 * They delete what is old.
 *
 * @param hasModel its keeper removes vectors when all documents have theirs; without one, a retention does
 */
export function composeRetentions(
  settings: Settings,
  { audit, usage, requests, lives, authorizations, erasures, notices, webhooks }: Storage,
  hasModel: boolean,
  { database, clock, logger }: StorageParts,
): Retention[] {
  const every = { clock, logger };
  const vectors = new PostgresEmbeddingStore(database);
  const retentions = [
    new Retention({
      ...every,
      forget: (before, limit) => audit.forget(before, limit),
      what: "audit entries",
      days: settings.AUDIT_RETENTION_DAYS,
    }),
    new Retention({
      ...every,
      forget: (before, limit) => lives.forgetDrafts(before, limit),
      what: "drafts",
      days: DRAFT_DAYS,
    }),
    new Retention({
      ...every,
      forget: (before, limit) =>
        eraseLeavers(before, limit, {
          ...{ erasures, notices, clock, timeZone: settings.TIME_ZONE, newId: randomUUID },
          failed: (user_id, err) =>
            logger.error({ user_id, err }, "a user who has left could not be erased; trying again in an hour"),
        }),
      what: "users who have left",
      days: Math.ceil(settings.RETENTION_YEARS * DAYS_OF_A_YEAR),
    }),
    new Retention({
      ...every,
      forget: (before, limit) => requests.forget(before, limit),
      what: "request keys",
      days: 1,
    }),
    new Retention({
      ...every,
      forget: (before, limit) => authorizations.forget(before, limit),
      what: "authorizations",
      days: 0,
    }),
    new Retention({
      ...every,
      forget: (before, limit) => webhooks.forgetDeliveries(before, limit),
      what: "deliveries of webhooks",
      days: DELIVERY_DAYS,
    }),
    new Retention({
      ...every,
      forget: (before, limit) => forgetUsage(before, limit, usage.store),
      what: "usage",
      // Off: before tomorrow, so that today's marks go too.
      days: settings.USAGE ? USAGE_DAYS : -1,
    }),
  ];
  if (hasModel) return retentions;
  return [
    ...retentions,
    new Retention({ ...every, forget: () => vectors.removeUnused(), what: "vectors of meaning", days: 1 }),
  ];
}
