import { type HeldJob, type Job, type JobQueue, type JobTally, type NewJob, TALLY_MAX } from "@retrieval/core/ports";
import type { Problem } from "@retrieval/core/problems";
import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import { addAuditEntries } from "../audit/add-audit-entries.js";
import { takeTurn } from "../sql/advisory-lock.js";
import { inTransaction, query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";
import { requireAdmin } from "../users/sender.js";

const JOB_COLUMNS = [
  "job_id",
  "document_id",
  "state",
  "progress",
  "options",
  "report",
  "problems",
  "accepted",
  "created_at",
] as const;

/** pg reads bytes from a text of twice their length without a pause; in parts, other work gets its turn. */
const UPLOAD_PART = 4 * 1024 * 1024;

/** Longer than any lease or pause, in seconds. */
const HELD_MAX = 300;

type JobRow = Pick<Selectable<Schema["jobs"]>, (typeof JOB_COLUMNS)[number]>;

/** Leases use the database's clock, which all instances share. */
export class PostgresJobQueue implements JobQueue {
  /** @param isPaused SQL: while it is true, no job is taken */
  constructor(
    private readonly db: Kysely<Schema>,
    private readonly isPaused: RawBuilder<boolean> = sql`false`,
  ) {}

  async add({ document_id, options, payload }: NewJob): Promise<Job> {
    const row = await query(() =>
      this.db
        .insertInto("jobs")
        .values({
          document_id,
          state: "queued",
          options: JSON.stringify(options),
          payload: Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength),
        })
        .returning(JOB_COLUMNS)
        .executeTakeFirstOrThrow(),
    );
    return jobOf(row);
  }

  async find(job_id: string): Promise<Job | null> {
    if (!UUID.test(job_id)) return null;
    const row = await query(() =>
      this.db.selectFrom("jobs").select(JOB_COLUMNS).where("job_id", "=", job_id).executeTakeFirst(),
    );
    return row ? jobOf(row) : null;
  }

  list({ limit, before }: { limit: number; before?: number }): Promise<readonly Job[]> {
    return query(async () => {
      let jobs = this.db.selectFrom("jobs").select(JOB_COLUMNS).orderBy("accepted", "desc").limit(limit);
      if (before !== undefined) jobs = jobs.where("accepted", "<", String(before));
      return (await jobs.execute()).map(jobOf);
    });
  }

  /** A worker that takes the job at this moment has locked its row: the UPDATE waits, and finds it running. */
  async cancel(job_id: string, by_user: string): Promise<{ done: boolean; job: Job } | null> {
    if (!UUID.test(job_id)) return null;
    return inTransaction(this.db, async (trx) => {
      const cancelled = await trx
        .updateTable("jobs")
        .set({ state: "cancelled", payload: null, finished_at: sql<Date>`clock_timestamp()` })
        .where("job_id", "=", job_id)
        .where("state", "=", "queued")
        .returning(JOB_COLUMNS)
        .executeTakeFirst();
      if (cancelled === undefined) {
        const row = await trx.selectFrom("jobs").select(JOB_COLUMNS).where("job_id", "=", job_id).executeTakeFirst();
        return row ? { done: false, job: jobOf(row) } : null;
      }
      const { document_id } = cancelled;
      const details = { job_id };
      await addAuditEntries(trx, [{ kind: "job-cancelled", by_user, user_id: null, document_id, details }]);
      await requireAdmin(trx, by_user);
      return { done: true, job: jobOf(cancelled) };
    });
  }

  /**
   * Leases are taken one at a time: two simultaneous workers could otherwise each take a job of the same document,
   * because neither sees yet that the other's is running. A job keeps its document until it ends, also during a pause
   * or when its lease has run out, so that it is taken before the jobs behind it. A hold longer than any lease or pause
   * was written before the database's clock was set back, and counts as free.
   *
   * Idle workers look each second, so a look at a queue without a free job is one statement, without a lock.
   */
  async lease(seconds: number, largest?: number): Promise<HeldJob | null> {
    const { rows } = await query(() =>
      sql<{ any: boolean }>`SELECT EXISTS (SELECT FROM jobs WHERE ${isFree}) AS any`.execute(this.db),
    );
    if (rows[0]?.any !== true) return null;
    const isShort = largest === undefined ? sql`true` : sql`octet_length(payload) <= ${largest}`;
    return inTransaction(this.db, async (trx) => {
      await takeTurn(trx, "leases");
      const row = await trx
        .updateTable("jobs")
        .set({
          state: "running",
          attempt: sql`attempt + 1`,
          hold: sql`hold + 1`,
          free_from: inSeconds(seconds),
        })
        .where(
          "accepted",
          "=",
          sql<string>`(
            SELECT accepted FROM jobs AS next
            WHERE ${isFree}
              AND NOT EXISTS (
                SELECT FROM jobs AS other
                WHERE other.state IN ('queued', 'running') AND other.document_id = next.document_id
                  AND (other.accepted < next.accepted OR other.state = 'running')
                  AND other.accepted <> next.accepted
              )
              AND ${isShort} AND NOT ${this.isPaused}
            ORDER BY accepted LIMIT 1
            FOR UPDATE SKIP LOCKED
          )`,
        )
        .returning([...JOB_COLUMNS, "attempt", "hold"])
        .executeTakeFirst();
      return row ? { ...jobOf(row), attempt: row.attempt, hold: row.hold } : null;
    });
  }

  async upload({ job_id, hold }: HeldJob): Promise<Uint8Array | null> {
    const parts: Buffer[] = [];
    for (
      let from = 0, last: Buffer | undefined;
      last === undefined || last.length === UPLOAD_PART;
      from += UPLOAD_PART
    ) {
      const row = await query(() =>
        this.db
          .selectFrom("jobs")
          .select(sql<Buffer>`substring(payload FROM ${from + 1}::integer FOR ${UPLOAD_PART}::integer)`.as("part"))
          .where("job_id", "=", job_id)
          .where("state", "=", "running")
          .where("hold", "=", hold)
          .executeTakeFirst(),
      );
      if (!row?.part) return null;
      last = row.part;
      parts.push(last);
    }
    return Buffer.concat(parts);
  }

  async keep(job: HeldJob, seconds: number, progress?: number): Promise<boolean> {
    const { numUpdatedRows } = await query(() =>
      heldJob(this.db, job)
        .set({ ...(progress === undefined ? {} : { progress }), free_from: inSeconds(seconds) })
        .executeTakeFirst(),
    );
    return numUpdatedRows === 1n;
  }

  async finish(job: HeldJob, outcome: { report: object | null } | { problems: readonly Problem[] }): Promise<void> {
    const ended = { payload: null, finished_at: sql<Date>`clock_timestamp()` };
    const result =
      "problems" in outcome
        ? { state: "failed" as const, problems: JSON.stringify(outcome.problems) }
        : { state: "done" as const, progress: 1, report: outcome.report && JSON.stringify(outcome.report) };
    await query(() =>
      heldJob(this.db, job)
        .set({ ...ended, ...result })
        .execute(),
    );
  }

  async giveBack(job: HeldJob, { counts, pause }: { counts: boolean; pause: number }): Promise<void> {
    await query(() =>
      heldJob(this.db, job)
        .set({ state: "queued", free_from: inSeconds(pause), ...(counts ? {} : { attempt: sql`attempt - 1` }) })
        .execute(),
    );
  }

  async forgetEnded(seconds: number, limit: number): Promise<number> {
    const { numDeletedRows } = await query(() =>
      this.db
        .deleteFrom("jobs")
        .where("accepted", "in", (jobs) =>
          jobs
            .selectFrom("jobs as ended")
            .select("ended.accepted")
            .where("ended.finished_at", "<", inSeconds(-seconds))
            .orderBy("ended.finished_at")
            .limit(limit)
            .forUpdate()
            .skipLocked(),
        )
        .executeTakeFirst(),
    );
    return Number(numDeletedRows);
  }

  /** Each part reads at most TALLY_MAX entries of an index; the order makes the planner use it. */
  async tally(): Promise<JobTally> {
    const { rows } = await query(() =>
      sql<JobTally>`
        WITH ended AS MATERIALIZED (
          SELECT state FROM jobs WHERE finished_at > now() - interval '24 hours'
          ORDER BY finished_at DESC LIMIT ${TALLY_MAX}
        )
        SELECT queued, running,
               (SELECT count(*)::int4 FROM ended WHERE state = 'done') AS done,
               (SELECT count(*)::int4 FROM ended WHERE state = 'failed') AS failed,
               ${secondsSince("free_from")} AS longest_wait,
               ${secondsSince("held_until")} AS longest_overdue
        FROM (
            SELECT count(*)::int4 AS queued, min(free_from) AS free_from FROM (
              SELECT free_from FROM jobs WHERE state = 'queued' ORDER BY accepted LIMIT ${TALLY_MAX}
            ) AS waiting
          ) AS waiting,
          (
            SELECT count(*)::int4 AS running, min(free_from) AS held_until FROM (
              SELECT free_from FROM jobs WHERE state = 'running' LIMIT ${TALLY_MAX}
            ) AS held
          ) AS held
      `.execute(this.db),
    );
    return rows[0] as JobTally;
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Changes the job's row while this worker holds it; changes no row once another worker does. */
function heldJob(db: Kysely<Schema>, { job_id, hold }: HeldJob) {
  return db.updateTable("jobs").where("job_id", "=", job_id).where("state", "=", "running").where("hold", "=", hold);
}

function inSeconds(seconds: number) {
  return sql<Date>`clock_timestamp() + make_interval(secs => ${seconds}::double precision)`;
}

/** No worker holds it, and it does not rest. */
const isFree = sql`state IN ('queued', 'running')
  AND (free_from <= clock_timestamp() OR free_from > ${inSeconds(HELD_MAX)})`;

/** 0 for a future moment and for none. */
function secondsSince(column: string) {
  return sql`greatest(0, coalesce(extract(epoch FROM clock_timestamp() - ${sql.ref(column)}), 0))::float8`;
}

function jobOf({ accepted, created_at, problems, ...job }: JobRow): Job {
  return {
    ...job,
    problems: problems ?? [],
    accepted: Number(accepted),
    created_at: created_at.getTime(),
  };
}
