import { sql, type Transaction } from "kysely";
import type { Schema } from "./schema.js";

/** Separates our advisory locks from those of other programs in the same database. */
const OURS = 1_381_258_073;

/** Work that only one transaction at a time may do, across instances. */
const TURNS = { users: 1, leases: 2, builds: 3, embeddings: 4, sections: 5 } as const;
export type Turn = keyof typeof TURNS;

/** Waits until no other transaction has this turn, and keeps it until the transaction ends. */
export async function takeTurn(trx: Transaction<Schema>, turn: Turn): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${OURS}::int, ${TURNS[turn]}::int)`.execute(trx);
}

/** Takes this turn, until the transaction ends, if no other transaction has it. */
export async function tryTurn(trx: Transaction<Schema>, turn: Turn): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    SELECT pg_try_advisory_xact_lock(${OURS}::int, ${TURNS[turn]}::int) AS taken
  `.execute(trx);
  return rows[0]?.taken === true;
}
