import { UnavailableError } from "@retrieval/core/errors";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";
import { isUsable, LAST } from "./migrate.js";

/** A load balancer finds a new instance meanwhile, and notices one that is gone. */
const NOTICED = sql`interval '1 minute'`;

/**
 * The tables that an instance found when it started. It also runs on those that a newer version makes later, but leaves
 * jobs to that version, and new requests once one of its instances is ready (docs/decisions/0052).
 */
export class KnownTables {
  /** @param last the last migration that the instance found */
  constructor(
    private readonly db: Kysely<Schema>,
    private readonly last = LAST,
  ) {}

  /** On a migrated database. */
  static find(db: Kysely<Schema>): Promise<KnownTables> {
    return query(async () => {
      const { rows } = await sql<{ last: string }>`SELECT max(name COLLATE "C") AS last FROM migrations`.execute(db);
      return new KnownTables(db, rows[0]?.last);
    });
  }

  /** SQL: whether jobs are left to a newer version: it has migrated the database since, or is ready somewhere. */
  get isNewer(): RawBuilder<boolean> {
    return sql`(
      EXISTS (SELECT FROM migrations WHERE name COLLATE "C" > ${this.last})
      OR EXISTS (SELECT FROM ready_versions WHERE last_migration > ${LAST} AND seen > now() - ${NOTICED})
    )`;
  }

  /**
   * @throws UnavailableError if the database is away, an instance of a newer version is ready, or this version cannot use
   *   the tables
   */
  async refuseNewer(): Promise<void> {
    const { rows } = await query(() =>
      sql<{ newer: string[]; replaced: boolean }>`SELECT
        ARRAY(SELECT name FROM migrations WHERE name COLLATE "C" > ${this.last}) AS newer,
        EXISTS (
          SELECT FROM ready_versions
          WHERE last_migration > ${this.last} AND since < now() - ${NOTICED} AND seen > now() - ${NOTICED}
        ) AS replaced`.execute(this.db),
    );
    if (rows[0]?.replaced || !rows[0]?.newer.every(isUsable))
      throw new UnavailableError("the database is newer than this version of the service");
  }

  /**
   * Tells the instances of older versions that one of this version is ready. Call it at each check, or it is taken for
   * gone; it writes every 10 seconds at most. The commit waits for no standby: nothing depends on it after a failure.
   */
  async tellReady(): Promise<void> {
    await query(() =>
      sql`
        INSERT INTO ready_versions AS known (last_migration)
        SELECT ${LAST} FROM set_config('synchronous_commit', 'off', true)
        WHERE NOT EXISTS (
          SELECT FROM ready_versions WHERE last_migration = ${LAST} AND seen > now() - interval '10 s'
        )
        ON CONFLICT (last_migration) DO UPDATE SET
          since = CASE WHEN known.seen < now() - ${NOTICED} THEN now() ELSE known.since END,
          seen = now()`.execute(this.db),
    );
  }
}
