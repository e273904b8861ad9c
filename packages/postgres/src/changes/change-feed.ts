import { CHANGE_SOURCES } from "@retrieval/core/limits";
import type { ChangeFeed, FeedRange, FeedRow } from "@retrieval/core/ports";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { ENTRY_COLUMNS, type EntryRow, recordedEntry } from "../audit/audit-log.js";
import { inTransaction, query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";

/** How many entries one transaction gives positions. */
const AT_ONCE = 1_000;

const SOURCES = JSON.stringify(
  CHANGE_SOURCES.map(({ kind, type, if: detail }, place) => ({ kind, type, detail, place })),
);

export class PostgresChangeFeed implements ChangeFeed {
  constructor(private readonly db: Kysely<Schema>) {}

  async number(): Promise<boolean> {
    const { rows } = await query(() => sql`SELECT FROM feed_pending LIMIT 1`.execute(this.db));
    if (rows.length === 0) return false;
    return inTransaction(this.db, async (trx) => {
      // One transaction at a time: the next one sees the positions of this one.
      await sql`SELECT FROM feed_head FOR UPDATE`.execute(trx);
      const { rows } = await sql<{ taken: string }>`
        WITH taken AS (
          -- An array, so that the index finds them, however many wait.
          DELETE FROM feed_pending WHERE entry_id = ANY(ARRAY(
            SELECT entry_id FROM feed_pending ORDER BY entry_id LIMIT ${AT_ONCE}))
          RETURNING entry_id
        ), told AS (
          SELECT entry_id, type, row_number() OVER (ORDER BY entry_id, place) AS nth
          FROM taken JOIN audit_entries USING (entry_id)
          JOIN json_to_recordset(${SOURCES}::json) AS source (kind text, type text, detail text, place integer) USING (kind)
          WHERE detail IS NULL OR details ->> detail NOT IN ('false', 'unchanged', 'skipped')
        ), added AS (
          INSERT INTO feed (position, entry_id, type) SELECT last + nth, entry_id, type FROM told, feed_head
        ), moved AS (
          UPDATE feed_head SET last = last + (SELECT count(*) FROM told)
        ) SELECT count(*) AS taken FROM taken`.execute(trx);
      return Number(rows[0]?.taken) === AT_ONCE;
    });
  }

  async range(): Promise<FeedRange> {
    const { rows } = await query(() =>
      sql<FeedRange>`
        SELECT coalesce((SELECT min(position) - 1 FROM feed), last)::float8 AS forgotten, last::float8
        FROM feed_head`.execute(this.db),
    );
    return rows[0] as FeedRange;
  }

  read({ after, limit, types }: Parameters<ChangeFeed["read"]>[0]): Promise<readonly FeedRow[]> {
    const wanted = types === undefined ? sql`` : sql`AND type = ANY(${[...types]}::text[])`;
    return this.#select(sql`WHERE position > ${after} ${wanted} ORDER BY feed.position LIMIT ${limit}`);
  }

  async find(position: number): Promise<FeedRow | null> {
    return (await this.#select(sql`WHERE position = ${position}`))[0] ?? null;
  }

  async #select(which: RawBuilder<unknown>): Promise<readonly FeedRow[]> {
    const { rows } = await query(() =>
      sql<EntryRow & Pick<FeedRow, "position" | "type">>`
        SELECT position::float8, type, ${ENTRY_COLUMNS} FROM feed JOIN audit_entries USING (entry_id) ${which}`.execute(
        this.db,
      ),
    );
    return rows.map(({ position, type, ...entry }) => ({ position, type, entry: recordedEntry(entry) }));
  }
}
