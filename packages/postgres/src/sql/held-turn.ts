import { setTimeout as sleep } from "node:timers/promises";
import { sql, type Transaction } from "kysely";
import type { Database } from "../connection/database.js";
import { type Turn, tryTurn } from "./advisory-lock.js";
import type { Schema } from "./schema.js";

/**
 * How often the holder shows that it is there, in milliseconds: the server ends the transaction of an instance that is
 * silent for `idleInTransactionTimeout`, and with it the turn.
 */
const HOLD_EVERY = 5_000;

/** Gives a turn back; does not throw. */
export type Release = () => Promise<void>;

/**
 * A turn by an advisory lock of a transaction, which a pooler keeps on one session and which ends with its process.
 *
 * @returns null if another instance has it
 */
export async function tryHeldTurn({ db, pool }: Pick<Database, "db" | "pool">, turn: Turn): Promise<Release | null> {
  // The work itself needs the only connection, and there is no other instance.
  if (pool.options.max === 1) return async () => undefined;
  return new Promise((resolve, reject) => {
    const over = new AbortController();
    const transaction = db.transaction().execute(async (trx) => {
      if (!(await tryTurn(trx, turn))) return resolve(null);
      resolve(async () => {
        over.abort();
        // A connection that was lost has lost the turn too, and the work went on without it.
        await transaction.catch(() => undefined);
      });
      await holdUntil(over.signal, trx);
    });
    transaction.catch(reject);
  });
}

async function holdUntil(over: AbortSignal, trx: Transaction<Schema>): Promise<void> {
  while (!over.aborted) {
    await sleep(HOLD_EVERY, undefined, { signal: over }).catch(() => undefined);
    if (!over.aborted) await sql`SELECT 1`.execute(trx);
  }
}
