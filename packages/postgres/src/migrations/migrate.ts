import { type Kysely, type Migration, Migrator, sql } from "kysely";
import { codeOf, INSUFFICIENT_PRIVILEGE, query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";
import * as first from "./0029-first.js";
import * as changes from "./0030-changes.js";
import * as authorizations from "./0031-authorizations.js";
import * as erasure from "./0032-erasure.js";

/** Every migration, ordered by name. A released one is never changed. */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  "0029-first": first,
  "0030-changes": changes,
  "0031-authorizations": authorizations,
  "0032-erasure": erasure,
};

const [FIRST = ""] = Object.keys(MIGRATIONS);
export const LAST = Object.keys(MIGRATIONS).at(-1) ?? "";

/** The migrations that the first one replaces: its tables are those of the last of them. */
const REPLACED = { last: "0028-section-indexes", count: 4, commit: "f16366b005285b9464a362e313bb361b32a7eb9d" };

/** The number of the last migration: four digits. */
export const SCHEMA_VERSION = LAST.slice(0, 4);

const TABLE = "migrations";

/**
 * A migration that older versions cannot use ends its name with the oldest that can: `0033-drop-x.from-0031`
 * (docs/decisions/0052). All others expand.
 */
const FROM = /\.from-(\d{4})$/;

/** Whether this version runs on the tables that a newer version made by this migration. */
export const isUsable = (name: string): boolean => name > LAST && (FROM.exec(name)?.[1] ?? "") <= SCHEMA_VERSION;

/** SQLSTATE lock_not_available. */
const LOCK_NOT_AVAILABLE = "55P03";
const HELD =
  "Another session, such as a dump, holds a table that the migrations change. Nothing was changed: try again when it has ended.";

/** The requests of all instances queue behind a migration that waits for a table. */
const PATIENCE = sql`SET LOCAL lock_timeout = '5s'`;

function impatient(migrations: Readonly<Record<string, Migration>>): Record<string, Migration> {
  const each = Object.entries(migrations).map(([name, { up }]): [string, Migration] => [
    name,
    {
      async up(db) {
        await PATIENCE.execute(db);
        await up(db);
      },
    },
  ]);
  return Object.fromEntries(each);
}

/** The error of a hardened role after an update. */
function notTheOwner(pending: readonly string[]): Error {
  return new Error(
    `The database role of the service may not change tables, and there are pending migrations (${pending.join(", ")}): run retrieval migrate --harden ROLE with the DATABASE_URL of their owner.`,
  );
}

/**
 * Brings the schema up to date with this code, in one transaction, after one that marks what the first migration replaces.
 * Instances that start together run one after the other, under an advisory lock. Where nothing is to be done, it changes nothing of the
 * session, so that a service also starts through a pooler that gives each transaction another session.
 *
 * @returns the migrations that this call ran
 * @throws Error when the database has tables that this code cannot use; nothing is changed then
 */
export function migrateToLatest(db: Kysely<Schema>): Promise<readonly string[]> {
  return query(async () => {
    if ((await pendingMigrations(db)).length === 0) return [];
    return db.connection().execute(async (connection) => {
      // Waiting for another instance, or building an index, may exceed the statement timeout.
      await sql`SET statement_timeout = 0`.execute(connection);
      try {
        await refuseBesideOlder(connection);
        const marked = await markReplaced(connection);
        const migrator = new Migrator({
          db: connection,
          provider: { getMigrations: async () => impatient(MIGRATIONS) },
          migrationTableName: TABLE,
          migrationLockTableName: `${TABLE}_lock`,
        });
        const { error, results = [] } = await migrator.migrateToLatest();
        if (error !== undefined) throw error;
        return [...marked, ...results.map(({ migrationName }) => migrationName)];
      } catch (error) {
        if (codeOf(error) === INSUFFICIENT_PRIVILEGE) throw notTheOwner(await pendingMigrations(connection));
        if (codeOf(error) === LOCK_NOT_AVAILABLE) throw new Error(HELD);
        throw error;
      } finally {
        await sql`RESET statement_timeout`.execute(connection);
      }
    });
  });
}

/** @throws Error while an instance is connected that could not use the tables of the pending migrations */
async function refuseBesideOlder(db: Kysely<Schema>): Promise<void> {
  const contracting = (await pendingMigrations(db)).findLast((name) => FROM.test(name));
  if (contracting === undefined) return;
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT concat_ws(' at ', application_name, host(client_addr)) AS name FROM pg_stat_activity
    WHERE datname = current_database() AND application_name ~ '^retrieval-service/[0-9]{4}$'
      AND application_name < ${`retrieval-service/${FROM.exec(contracting)?.[1]}`}
    ORDER BY name`.execute(db);
  if (rows.length === 0) return;
  throw new Error(
    `Instances that cannot use the tables of ${contracting} are connected (${rows.map(({ name }) => name).join(", ")}): stop them first.`,
  );
}

/** Marks a database that is at the last of the replaced migrations as being at the first one. */
async function markReplaced(db: Kysely<Schema>): Promise<readonly string[]> {
  if (!isReplaced(await migrationsIn(db))) return [];
  return db.transaction().execute(async (trx) => {
    await PATIENCE.execute(trx);
    // Instances that start together wait here, and then find nothing to do.
    await sql`LOCK TABLE ${sql.table(TABLE)} IN ACCESS EXCLUSIVE MODE`.execute(trx);
    if (!isReplaced(await migrationsIn(trx))) return [];
    await sql`DELETE FROM ${sql.table(TABLE)} WHERE name <> ${REPLACED.last}`.execute(trx);
    await sql`UPDATE ${sql.table(TABLE)} SET name = ${FIRST}`.execute(trx);
    await sql`ALTER TABLE jobs DROP COLUMN error`.execute(trx);
    await sql.raw(first.READY_VERSIONS).execute(trx);
    await sql`ALTER TABLE embedding_models
      RENAME CONSTRAINT embedding_models_model_passage_prefix_key TO embedding_models_model_variant_key`.execute(trx);
    await sql`ALTER TABLE access_tokens DROP CONSTRAINT access_tokens_audience_check,
      ADD CHECK (audience IN ('api', 'mcp', 'authzen'))`.execute(trx);
    return [FIRST];
  });
}

const isReplaced = (names: readonly string[]) => names.length === REPLACED.count && names.at(-1) === REPLACED.last;

/**
 * The migrations that the database still lacks; all of them for an empty one.
 * @throws Error when the database has tables that this code cannot use
 */
export function pendingMigrations(db: Kysely<Schema>): Promise<readonly string[]> {
  return query(async () => {
    const applied = knownMigrations(await migrationsIn(db));
    return Object.keys(MIGRATIONS).filter((name) => !applied.includes(name));
  });
}

/** Those of a newer version. */
export async function newerMigrations(db: Kysely<Schema>): Promise<readonly string[]> {
  return (await query(() => migrationsIn(db))).filter((name) => name > LAST);
}

async function migrationsIn(db: Kysely<Schema>): Promise<string[]> {
  const found = await sql<{ there: boolean }>`SELECT to_regclass(${TABLE}) IS NOT NULL AS there`.execute(db);
  if (!found.rows[0]?.there) return [];
  const { rows } = await sql<{ name: string }>`SELECT name FROM ${sql.table(TABLE)} ORDER BY name COLLATE "C"`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/**
 * @param names what a database has, in order
 * @returns those of this code; none at the last of the replaced migrations
 * @throws Error when the database is of an older version, or of a newer one whose tables this code cannot use
 */
export function knownMigrations(names: readonly string[]): string[] {
  if (isReplaced(names)) return [];
  const unknown = names.filter((name) => !(name in MIGRATIONS) && !isUsable(name));
  if (unknown.some((name) => name > LAST)) {
    throw new Error(
      `The database is newer than this version of the service (it has ${unknown.join(", ")}): update the service.`,
    );
  }
  if (unknown.length > 0) {
    throw new Error(
      `The database is too old for this version of the service (its last migration is ${unknown.at(-1)}): run retrieval migrate of commit ${REPLACED.commit} first, then this version.`,
    );
  }
  return names.filter((name) => name in MIGRATIONS);
}
