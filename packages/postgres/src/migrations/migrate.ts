import { UnavailableError } from "@retrieval/core/errors";
import { type Kysely, type Migration, Migrator, type RawBuilder, sql } from "kysely";
import { codeOf, INSUFFICIENT_PRIVILEGE, query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";
import * as first from "./0001-first.js";
import * as search from "./0002-search.js";
import * as record from "./0003-record.js";
import * as auditReading from "./0004-audit-reading.js";
import * as documentAudience from "./0005-document-audience.js";
import * as roomForChanges from "./0006-room-for-changes.js";
import * as sessions from "./0007-sessions.js";
import * as largeAudiences from "./0008-large-audiences.js";
import * as cancelledJobs from "./0009-cancelled-jobs.js";
import * as deactivations from "./0010-deactivations.js";
import * as statedDraftRules from "./0011-stated-draft-rules.js";
import * as jobProblems from "./0012-job-problems.js";
import * as versions from "./0013-versions.js";
import * as sections from "./0014-sections.js";
import * as embeddings from "./0015-embeddings.js";
import * as accessTokens from "./0016-access-tokens.js";
import * as usage from "./0017-usage.js";
import * as tokenRoles from "./0018-token-roles.js";
import * as readerPrincipals from "./0019-reader-principals.js";
import * as olderQuestions from "./0020-older-questions.js";
import * as embedVersions from "./0021-embed-versions.js";
import * as calibration from "./0022-calibration.js";
import * as importJobs from "./0023-import-jobs.js";
import * as keyedRequests from "./0024-keyed-requests.js";
import { refuseBesideOlderInstances } from "./older-instances.js";

/** Every migration, ordered by name. A released one is never changed. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  "0001-first": first,
  "0002-search": search,
  "0003-record": record,
  "0004-audit-reading": auditReading,
  "0005-document-audience": documentAudience,
  "0006-room-for-changes": roomForChanges,
  "0007-sessions": sessions,
  "0008-large-audiences": largeAudiences,
  "0009-cancelled-jobs": cancelledJobs,
  "0010-deactivations": deactivations,
  "0011-stated-draft-rules": statedDraftRules,
  "0012-job-problems": jobProblems,
  "0013-versions": versions,
  "0014-sections": sections,
  "0015-embeddings": embeddings,
  "0016-access-tokens": accessTokens,
  "0017-usage": usage,
  "0018-token-roles": tokenRoles,
  "0019-reader-principals": readerPrincipals,
  "0020-older-questions": olderQuestions,
  "0021-embed-versions": embedVersions,
  "0022-calibration": calibration,
  "0023-import-jobs": importJobs,
  "0024-keyed-requests": keyedRequests,
};

const LAST = Object.keys(MIGRATIONS).at(-1) ?? "";

/** The number of the last migration: 0024. */
export const SCHEMA_VERSION = LAST.slice(0, 4);

const TABLE = "migrations";

/**
 * Whether the database has tables of a newer version: an instance that was paused while that version migrated them. It
 * would misread them.
 */
export const isNewer: RawBuilder<boolean> = sql`EXISTS (SELECT FROM ${sql.table(TABLE)} WHERE name COLLATE "C" > ${LAST})`;

/** @throws UnavailableError if the database is away, or has tables of a newer version */
export async function refuseNewerTables(db: Kysely<Schema>): Promise<void> {
  const { rows } = await query(() => sql<{ newer: boolean }>`SELECT ${isNewer} AS newer`.execute(db));
  if (rows[0]?.newer) throw new UnavailableError("the database is newer than this version of the service");
}

export function migratorOf(db: Kysely<Schema>): Migrator {
  return new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...MIGRATIONS }) },
    migrationTableName: TABLE,
    migrationLockTableName: `${TABLE}_lock`,
  });
}

/** The error of a hardened role after an update. */
function notTheOwner(applied: readonly string[]): Error {
  const pending = Object.keys(MIGRATIONS).filter((name) => !applied.includes(name));
  return new Error(
    `The database role of the service may not change tables, and there are pending migrations (${pending.join(", ")}): run retrieval migrate --harden ROLE with the DATABASE_URL of their owner.`,
  );
}

/**
 * Brings the schema up to date with this code, in one transaction. Instances that start
 * together run one after the other, under an advisory lock. Where nothing is to be done, it changes nothing of the
 * session, so that a service also starts through a pooler that gives each transaction another session.
 *
 * @returns the migrations that this call ran
 * @throws Error when the database has migrations that this code does not know, or when an instance that still reads
 *   what a migration drops is connected; nothing is changed then
 */
export function migrateToLatest(db: Kysely<Schema>): Promise<readonly string[]> {
  return query(async () => {
    if (await isUpToDate(db)) return [];
    return db.connection().execute(async (connection) => {
      // Waiting for another instance, or building an index, may exceed the statement timeout.
      await sql`SET statement_timeout = 0`.execute(connection);
      try {
        if (!(await appliedMigrations(connection)).includes(DROPS))
          await refuseBesideOlderInstances(connection, DROPS.slice(0, 4));
        const { error, results = [] } = await migratorOf(connection).migrateToLatest();
        if (error !== undefined) {
          if (codeOf(error) === LOCK_NOT_AVAILABLE) throw LOCKED;
          const applied = await appliedMigrations(connection);
          throw codeOf(error) === INSUFFICIENT_PRIVILEGE ? notTheOwner(applied) : error;
        }
        return results.map(({ migrationName }) => migrationName);
      } finally {
        await sql`RESET statement_timeout`.execute(connection);
      }
    });
  });
}

/** The last migration that drops what the code before it reads. */
const DROPS = "0023-import-jobs";

/** PostgreSQL's code for a lock that was waited for too long. */
const LOCK_NOT_AVAILABLE = "55P03";
const LOCKED = new Error(
  "Another program holds a lock on the tables of the service for more than 10 seconds: end it, then start this version again, or run retrieval migrate.",
);

async function isUpToDate(db: Kysely<Schema>): Promise<boolean> {
  return (await appliedMigrations(db)).length === Object.keys(MIGRATIONS).length;
}

/**
 * The migrations that the database still lacks; all of them for an empty one.
 * @throws Error when the database has migrations that this code does not know
 */
export function pendingMigrations(db: Kysely<Schema>): Promise<readonly string[]> {
  return query(async () => {
    const applied = await appliedMigrations(db);
    return Object.keys(MIGRATIONS).filter((name) => !applied.includes(name));
  });
}

async function appliedMigrations(db: Kysely<Schema>): Promise<string[]> {
  const found = await sql<{ there: boolean }>`SELECT to_regclass(${TABLE}) IS NOT NULL AS there`.execute(db);
  if (!found.rows[0]?.there) return [];
  const { rows } = await sql<{ name: string }>`SELECT name FROM ${sql.table(TABLE)} ORDER BY name`.execute(db);
  return knownMigrations(rows.map(({ name }) => name));
}

/**
 * @returns the given names, which a database has
 * @throws Error when this code does not know one of them
 */
export function knownMigrations(applied: readonly string[]): string[] {
  const unknown = applied.filter((name) => !(name in MIGRATIONS));
  if (unknown.length > 0) {
    throw new Error(
      `The database is newer than this version of the service (it has ${unknown.join(", ")}): update the service.`,
    );
  }
  return [...applied];
}
