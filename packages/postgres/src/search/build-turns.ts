import { setTimeout as sleep } from "node:timers/promises";
import type { BuildTurns } from "@retrieval/core/ports";
import { sql, type Transaction } from "kysely";
import type { Database } from "../connection/database.js";
import { tryTurn } from "../sql/advisory-lock.js";
import { query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";

/** How often a waiting instance tries, in milliseconds, and how many times before it builds without its turn. */
const TRY_EVERY = 500;
const TRIES = 120;
/**
 * How often the holder shows that it is there, in milliseconds: the server ends the transaction of an instance that is
 * silent for `idleInTransactionTimeout`, and with it the turn.
 */
const HOLD_EVERY = 5_000;

/** Turns by an advisory lock of a transaction, which a pooler keeps on one session and which ends with its process. */
export class PostgresBuildTurns implements BuildTurns {
  constructor(
    private readonly database: Pick<Database, "db" | "pool">,
    private readonly tryEvery = TRY_EVERY,
  ) {}

  async take(stopping: AbortSignal): Promise<() => Promise<void>> {
    // The build itself needs the only connection.
    if (this.database.pool.options.max === 1) return async () => undefined;
    for (let tries = 1; tries <= TRIES && !stopping.aborted; tries++) {
      const release = await query(() => this.#tryOnce());
      if (release !== null) return release;
      await sleep(this.tryEvery, undefined, { signal: stopping }).catch(() => undefined);
    }
    return async () => undefined;
  }

  /** @returns null if another transaction has the turn */
  #tryOnce(): Promise<(() => Promise<void>) | null> {
    return new Promise((resolve, reject) => {
      const over = new AbortController();
      const transaction = this.database.db.transaction().execute(async (trx) => {
        if (!(await tryTurn(trx, "builds"))) return resolve(null);
        resolve(async () => {
          over.abort();
          // A connection that was lost has lost the turn too, and the build went on without it.
          await transaction.catch(() => undefined);
        });
        await holdUntil(over.signal, trx);
      });
      transaction.catch(reject);
    });
  }
}

async function holdUntil(over: AbortSignal, trx: Transaction<Schema>): Promise<void> {
  while (!over.aborted) {
    await sleep(HOLD_EVERY, undefined, { signal: over }).catch(() => undefined);
    if (!over.aborted) await sql`SELECT 1`.execute(trx);
  }
}
