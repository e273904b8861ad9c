import { AsyncLocalStorage } from "node:async_hooks";
import { sql, type Transaction } from "kysely";
import type { Schema } from "./schema.js";

interface KeyedWork {
  readonly user_id: string;
  readonly key: string;
  /** false: it has ended, and what it started in the background is no part of it. */
  isRunning: boolean;
}

const current = new AsyncLocalStorage<KeyedWork>();

/** Runs work of a keyed request: {@link noteDone} knows it in every transaction of the work. */
export async function asKeyedWork<T>(user_id: string, key: string, work: () => Promise<T>): Promise<T> {
  const keyed: KeyedWork = { user_id, key, isRunning: true };
  try {
    return await current.run(keyed, work);
  } finally {
    keyed.isRunning = false;
  }
}

/** Notes in a transaction that has changed something, before its commit, that the keyed request is done. */
export async function noteDone(trx: Transaction<Schema>): Promise<void> {
  const keyed = current.getStore();
  if (!keyed?.isRunning) return;
  await sql`
    UPDATE keyed_requests SET state = 'done'
    WHERE user_id = ${keyed.user_id} AND key = ${keyed.key} AND pg_current_xact_id_if_assigned() IS NOT NULL
  `.execute(trx);
}
