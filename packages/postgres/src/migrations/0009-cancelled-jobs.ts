import { type Kysely, sql } from "kysely";

/** A waiting job can be cancelled. Like every ended job, it drops its upload at once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const ENDED = "state IN ('done', 'failed', 'cancelled')";

const STATEMENTS = [
  `ALTER TABLE jobs
    DROP CONSTRAINT jobs_state_check,
    DROP CONSTRAINT jobs_check,
    DROP CONSTRAINT jobs_check1,
    ADD CONSTRAINT jobs_state_check CHECK (state IN ('checked', 'queued', 'running', 'done', 'failed', 'cancelled')),
    ADD CONSTRAINT jobs_upload_check CHECK ((${ENDED}) = (payload IS NULL)),
    ADD CONSTRAINT jobs_finished_check CHECK ((${ENDED}) = (finished_at IS NOT NULL))`,
];
