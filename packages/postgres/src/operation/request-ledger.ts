import type { KeyedRequest, KnownRequest, RequestLedger } from "@retrieval/core/ports";
import { type Kysely, sql } from "kysely";
import { asKeyedWork } from "../sql/keyed-work.js";
import { query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";

/** The longest answer that is kept, in bytes. */
const ANSWER_MAX = 64 * 1024;
/** How many keys of one user are kept; the oldest go first. */
const KEYS_PER_USER = 1_000;

export class PostgresRequestLedger implements RequestLedger {
  constructor(private readonly db: Kysely<Schema>) {}

  /** Each claim deletes a few of the user's rows that are too many. */
  async claim({ user_id, key, request }: KeyedRequest): Promise<KnownRequest | null> {
    const { rows } = await query(() =>
      sql<{ claimed: boolean; same: boolean; state: "begun" | "done"; answer: string | null }>`
        WITH outlived AS (
          DELETE FROM keyed_requests WHERE user_id = ${user_id} AND key IN (
            SELECT key FROM keyed_requests AS k
            WHERE k.user_id = ${user_id} AND k.key <> ${key} AND k.at < (
              SELECT at FROM keyed_requests WHERE user_id = ${user_id}
              ORDER BY at DESC OFFSET ${KEYS_PER_USER} LIMIT 1
            )
            ORDER BY k.at LIMIT 10
            FOR UPDATE SKIP LOCKED
          )
        ), claimed AS (
          INSERT INTO keyed_requests AS k (user_id, key, request) VALUES (${user_id}, ${key}, ${request})
          ON CONFLICT (user_id, key) DO UPDATE SET request = excluded.request, state = 'begun', answer = NULL, at = now()
            WHERE k.at < now() - interval '24 hours'
              OR k.state = 'begun' AND k.request = excluded.request AND k.at < now() - interval '2 minutes'
          RETURNING true
        )
        SELECT true AS claimed, true AS same, 'begun' AS state, NULL AS answer FROM claimed
        UNION ALL
        SELECT false, request = ${request}, state, answer FROM keyed_requests
        WHERE user_id = ${user_id} AND key = ${key} AND NOT EXISTS (SELECT FROM claimed)`.execute(this.db),
    );
    const [known] = rows;
    if (known?.claimed) return null;
    // The row of a claim that commits at this moment is not seen yet: it has begun.
    const { same = true, state = "begun", answer = null } = known ?? {};
    return { is_same: same, answer: answer === null ? state : { text: answer } };
  }

  async run<T>({ user_id, key }: KeyedRequest, work: () => Promise<T>): Promise<T> {
    try {
      return await asKeyedWork(user_id, key, work);
    } catch (error) {
      // Where this fails too, the database is away; the key is free a while later.
      await sql`DELETE FROM keyed_requests WHERE user_id = ${user_id} AND key = ${key} AND state = 'begun'`
        .execute(this.db)
        .catch(() => undefined);
      throw error;
    }
  }

  async keep({ user_id, key }: KeyedRequest, answer: string | null): Promise<void> {
    const kept = answer !== null && Buffer.byteLength(answer) <= ANSWER_MAX ? answer : null;
    await query(() =>
      sql`UPDATE keyed_requests SET state = 'done', answer = ${kept} WHERE user_id = ${user_id} AND key = ${key}`.execute(
        this.db,
      ),
    );
  }

  async forget(before: number, limit: number): Promise<number> {
    const { numAffectedRows } = await query(() =>
      sql`DELETE FROM keyed_requests WHERE (user_id, key) IN (
        SELECT user_id, key FROM keyed_requests WHERE at < ${new Date(before)} ORDER BY at LIMIT ${limit}
        FOR UPDATE SKIP LOCKED)`.execute(this.db),
    );
    return Number(numAffectedRows ?? 0n);
  }

  async release({ user_id, key }: KeyedRequest): Promise<void> {
    await query(() => sql`DELETE FROM keyed_requests WHERE user_id = ${user_id} AND key = ${key}`.execute(this.db));
  }
}
