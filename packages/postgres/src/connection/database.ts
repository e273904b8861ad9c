import { join } from "node:path";
import { Kysely, type LogConfig, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { openDataDirectory } from "../embedded/data-directory.js";
import { lockDirectory } from "../embedded/directory-lock.js";
import { refuseHalfRestored } from "../embedded/embedded-backup.js";
import { EmbeddedPool } from "../embedded/embedded-pool.js";
import { SCHEMA_VERSION } from "../migrations/migrate.js";
import { PreparedStatements } from "../sql/prepared-statements.js";
import { query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";
import { endWhenServerIsSilent } from "./silent-server.js";

interface CommonSettings {
  /** Called when an idle connection broke; the pool replaces it. */
  readonly onConnectionError: (error: Error) => void;
  /**
   * Called once, with the SQLSTATE, when a prepared statement is no longer valid: behind a pooler that gives each
   * transaction another session, or after a change of its table. From then on no statement is prepared.
   */
  readonly onStatementsForgotten?: (code: string) => void;
  /** Kysely's log, called for each statement. */
  readonly log?: LogConfig;
}

export interface ServerSettings extends CommonSettings {
  readonly kind: "server";
  /** `postgres://…`; its own parameters (application_name, sslmode) override the settings here. */
  readonly url: string;
  readonly poolSize: number;
  /** Seconds that a caller waits for a connection. Default 5. */
  readonly connectionTimeout?: number;
  /** Seconds that one statement may take. Default 30. */
  readonly statementTimeout?: number;
  /** Seconds that a transaction may be idle before the server ends its session. Default 30. */
  readonly idleInTransactionTimeout?: number;
  /** Seconds that a statement may go unanswered before the server is checked. Default 10. */
  readonly silenceTimeout?: number;
}

export interface EmbeddedSettings extends CommonSettings {
  readonly kind: "embedded";
  /** DATA_DIR: created with mode 0700 where it is missing, and locked while the database is open. */
  readonly directory: string;
}

export type DatabaseSettings = ServerSettings | EmbeddedSettings;

export interface Database {
  readonly kind: DatabaseSettings["kind"];
  readonly db: Kysely<Schema>;
  readonly pool: pg.Pool;
  /** Resolves when the database answers. @throws UnavailableError */
  ping(): Promise<void>;
  /** Waits for running statements, then closes. Calling it twice is harmless. */
  close(): Promise<void>;
}

/** Opens the pool of a server, without connecting yet, or the embedded database. */
export function openDatabase(settings: DatabaseSettings): Promise<Database> {
  return settings.kind === "server" ? openServer(settings) : openEmbedded(settings);
}

async function openServer(settings: ServerSettings): Promise<Database> {
  const { connectionTimeout = 5, statementTimeout = 30, idleInTransactionTimeout = 30, silenceTimeout = 10 } = settings;
  const server: pg.ClientConfig = {
    connectionString: settings.url,
    connectionTimeoutMillis: connectionTimeout * 1000,
    statement_timeout: statementTimeout * 1000,
    idle_in_transaction_session_timeout: idleInTransactionTimeout * 1000,
    // Tells an update whether instances of an older version are still there.
    application_name: `retrieval-service/${SCHEMA_VERSION}`,
    keepAlive: true,
    // What is sent while a statement runs does not wait for its answer.
    pipeline: true,
    types: rowTypes(),
  };
  const pool = new pg.Pool({ ...server, max: settings.poolSize });
  const statements = new PreparedStatements(settings.onStatementsForgotten ?? (() => undefined));
  pool.on("connect", (client) => {
    statements.useOn(client);
    endWhenServerIsSilent(client, server, silenceTimeout * 1000);
  });
  return database(settings, pool, async () => undefined);
}

async function openEmbedded(settings: EmbeddedSettings): Promise<Database> {
  await openDataDirectory(settings.directory);
  const lock = await lockDirectory(
    settings.directory,
    ", or set DATA_DIR to another folder; a PostgreSQL server in DATABASE_URL can be shared by several services",
  );
  try {
    await refuseHalfRestored(settings.directory);
    const pool = await EmbeddedPool.open(join(settings.directory, "database"), {
      // All callers share one connection: one may have to wait until a whole document is written.
      connectionTimeoutMillis: 60_000,
      // As for a server. Without it pg holds back what is sent ahead, and warns.
      pipeline: true,
      types: rowTypes(),
    });
    return database(settings, pool, async () => {
      await pool.close();
      await lock.release();
    });
  } catch (error) {
    await lock.release();
    throw error;
  }
}

function database(settings: DatabaseSettings, pool: pg.Pool, closeRest: () => Promise<void>): Database {
  // A client always reports its end. The pool listens to idle clients only, so one that is lost inside a transaction,
  // between two statements, would end the process.
  pool.on("connect", (client) => client.on("error", settings.onConnectionError));
  pool.on("error", () => undefined);
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    ...(settings.log ? { log: settings.log } : {}),
  });
  let closed: Promise<void> | undefined;
  return {
    kind: settings.kind,
    db,
    pool,
    ping: () => query(async () => void (await sql`SELECT 1`.execute(db))),
    close() {
      closed ??= endAll();
      return closed;
    },
  };

  async function endAll(): Promise<void> {
    await db.destroy();
    // Kysely does not close a pool that it has not used yet.
    if (!pool.ending) await pool.end();
    await closeRest();
  }
}

/** bigint and date stay text for this pool, whatever parser the process has set for pg. */
function rowTypes(): pg.CustomTypesConfig {
  const types = new pg.TypeOverrides();
  for (const type of [pg.types.builtins.INT8, pg.types.builtins.DATE])
    types.setTypeParser(type, (text: string) => text);
  return types;
}
