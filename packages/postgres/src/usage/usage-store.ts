import type { UsageDays, UsageEntry, UsageMark, UsageStore } from "@retrieval/core/ports";
import { type Kysely, sql } from "kysely";
import { query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";
import { selectRecords } from "../sql/select-records.js";

export class PostgresUsageStore implements UsageStore {
  constructor(private readonly db: Kysely<Schema>) {}

  async add(marks: readonly UsageMark[]): Promise<void> {
    if (marks.length === 0) return;
    const records = selectRecords(marks, { kind: "text", day: "text", subject: "text", user_hash: "text" });
    await query(() =>
      sql`
        INSERT INTO usage_marks (kind, day, subject, user_hash)
        SELECT kind, day::date, subject, decode(user_hash, 'hex') FROM (${records}) AS mark
        ON CONFLICT DO NOTHING`.execute(this.db),
    );
  }

  async report({ from, before }: UsageDays, users_min: number, limit: number): Promise<readonly UsageEntry[]> {
    const { rows } = await query(() =>
      sql<UsageEntry>`
        SELECT kind, subject, users, days FROM (
          SELECT kind, subject, max(users)::int AS users, count(*)::int AS days,
            row_number() OVER (PARTITION BY kind ORDER BY max(users) DESC, count(*) DESC, subject) AS place
          FROM (
            SELECT kind, subject, count(*) AS users FROM usage_marks
            WHERE day >= ${from}::date AND day < ${before}::date GROUP BY kind, subject, day HAVING count(*) >= ${users_min}
          ) AS on_one_day
          GROUP BY kind, subject
        ) AS ranked
        WHERE place <= ${limit} ORDER BY kind, place`.execute(this.db),
    );
    return rows;
  }

  async forget(before: string, limit: number): Promise<number> {
    const { rows } = await query(() =>
      sql<{ forgotten: number }>`
        WITH gone AS (
          DELETE FROM usage_marks WHERE (kind, day, subject, user_hash) IN (
            SELECT kind, day, subject, user_hash FROM usage_marks WHERE day < ${before}::date LIMIT ${limit}
          ) RETURNING 1
        ) SELECT count(*)::int AS forgotten FROM gone`.execute(this.db),
    );
    return rows[0]?.forgotten ?? 0;
  }
}
