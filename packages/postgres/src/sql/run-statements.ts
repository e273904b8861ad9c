import { setTimeout as sleep } from "node:timers/promises";
import { UnavailableError } from "@retrieval/core/errors";
import type { Kysely, Transaction } from "kysely";
import { noteDone } from "./keyed-work.js";
import type { Schema } from "./schema.js";

/**
 * Runs one statement, or several that need no transaction.
 * @throws UnavailableError when the database is away for now; any other error as the database gave it, without the
 *   values of rows that PostgreSQL quotes in it
 */
export async function query<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw translated(error);
  }
}

/**
 * Runs `work` in one transaction, which is committed when it resolves and rolled back when it throws. A transaction
 * that PostgreSQL ends in favour of another one (40001, 40P01) is run again, so `work` MAY be called more than once and
 * must have no effect outside the database.
 *
 * Inside, use `trx` only: the embedded database has one connection, and a query outside the transaction would wait for
 * its end while the transaction waits for the query.
 *
 * @throws as {@link query}
 */
export function inTransaction<T>(db: Kysely<Schema>, work: (trx: Transaction<Schema>) => Promise<T>): Promise<T> {
  return query(async () => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await db.transaction().execute(async (trx) => {
          const done = await work(trx);
          await noteDone(trx);
          return done;
        });
      } catch (error) {
        if (attempt === ATTEMPTS || !YIELDED.includes(codeOf(error))) throw error;
        await sleep(attempt * PAUSE_MS);
      }
    }
  });
}

/** The SQLSTATE or the code of the operating system; empty where an error has none. */
export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === "string" ? code : "";
}

/** SQLSTATE insufficient_privilege. */
export const INSUFFICIENT_PRIVILEGE = "42501";

const ATTEMPTS = 5;
const PAUSE_MS = 10;

/** serialization_failure, deadlock_detected */
const YIELDED = ["40001", "40P01"];

/**
 * Connection exceptions, insufficient resources, server shutdown, statement timeout, lock not available, a session
 * ended for idling, and a standby, which only reads.
 */
const AWAY_SQLSTATE = /^(08...|53...|57P0[1235]|57014|55P03|25P03|25006|40001|40P01)$/;
const AWAY_SYSTEM =
  /^(ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|ENOTFOUND|EAI_AGAIN|ENOENT)$/;
/** This machine has no file, local port or buffer left for a connection: a temporary rush. */
const NONE_LEFT = /^(EMFILE|ENFILE|EADDRNOTAVAIL|ENOBUFS)$/;

// pg and pg-pool give these no code.
const AWAY_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|driver has already been destroyed)/;

function translated(error: unknown): unknown {
  if (error instanceof UnavailableError) return error;
  if (isAway(error))
    return new UnavailableError(`The database is away for now (${reasonOf(error)}).`, { cause: withoutRows(error) });
  return withoutRows(error);
}

function isAway(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== "") return AWAY_SQLSTATE.test(code) || AWAY_SYSTEM.test(code) || NONE_LEFT.test(code);
  return error instanceof Error && AWAY_MESSAGE.test(error.message);
}

function reasonOf(error: unknown): string {
  const code = codeOf(error);
  if (code === DISK_FULL) return `${code}: the disk of the database is full`;
  const { message } = error as Error;
  if (message === POOL_IN_USE)
    return "all connections of the pool stayed in use: DATABASE_POOL_SIZE, or slow statements";
  return code || message;
}

/** pg-pool's message to a caller that waited in vain; a server that does not answer has another message. */
const POOL_IN_USE = "timeout exceeded when trying to connect";
/** SQLSTATE disk_full: the one that an operator has to act on. */
const DISK_FULL = "53100";

/** PostgreSQL quotes the row that it refuses, including a password's hash; that must not reach a log. */
function withoutRows(error: unknown): unknown {
  if (error instanceof Error && /^[0-9A-Z]{5}$/.test(codeOf(error))) {
    for (const field of ["detail", "where", "internalQuery"]) Reflect.deleteProperty(error, field);
  }
  return error;
}
