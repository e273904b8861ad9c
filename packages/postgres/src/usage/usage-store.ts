import {
  ANY_SUBJECT,
  type LeastUsers,
  type UsageDays,
  type UsageEntry,
  type UsageMark,
  type UsageStore,
} from "@retrieval/core/ports";
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

  async report(
    { from, before }: UsageDays,
    { users, others }: LeastUsers,
    limit: number,
  ): Promise<readonly UsageEntry[]> {
    const kept_out = selectRecords(
      Object.entries(others).map(([kind, others]) => ({ kind, others })),
      { kind: "text", others: "integer" },
    );
    const { rows } = await query(() =>
      sql<UsageEntry>`
        WITH marks AS (
          SELECT kind, day, subject, count(*) AS users FROM usage_marks
          WHERE day >= ${from}::date AND day < ${before}::date GROUP BY kind, day, subject
        ), on_one_day AS (
          SELECT kind, marks.subject, least(marks.users, all_of_day.users - kept_out.others) AS users
          FROM marks JOIN marks AS all_of_day USING (kind, day) JOIN (${kept_out}) AS kept_out USING (kind)
          WHERE marks.subject <> ${ANY_SUBJECT} AND all_of_day.subject = ${ANY_SUBJECT}
        )
        SELECT kind, subject, users, days FROM (
          SELECT kind, subject, max(users)::int AS users, count(*)::int AS days,
            row_number() OVER (PARTITION BY kind ORDER BY max(users) DESC, count(*) DESC, subject) AS place
          FROM on_one_day WHERE users >= ${users} GROUP BY kind, subject
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
