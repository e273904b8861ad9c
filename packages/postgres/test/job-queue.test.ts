import { describe, expect, it } from "@jest/globals";
import { aJob, DATABASE_KINDS, ONE_CONNECTION, useMigratedDatabase } from "@retrieval/contract";
import { TALLY_MAX } from "@retrieval/core/ports";
import { sql } from "kysely";
import { PostgresAuditLog, PostgresJobQueue, PostgresUserDirectory } from "../src/index.js";
import { takeTurn } from "../src/sql/advisory-lock.js";
import { inTransaction } from "../src/sql/run-statements.js";
import { jobQueueContract } from "./suites/job-queue.js";

describe.each(DATABASE_KINDS)("on the %s database", (kind) => {
  const database = useMigratedDatabase(kind);
  let elsewhere: PostgresJobQueue | undefined;

  jobQueueContract(
    "PostgresJobQueue",
    async () => {
      const { db, another, empty } = database();
      await empty();
      if (kind === "server") elsewhere ??= new PostgresJobQueue((await another()).db);
      return {
        jobs: new PostgresJobQueue(db),
        users: new PostgresUserDirectory(db),
        audit: new PostgresAuditLog(db),
        ...(elsewhere ? { elsewhere } : {}),
        async payloadOf(job_id) {
          const job = db.selectFrom("jobs").select("payload").where("job_id", "=", job_id);
          return (await job.executeTakeFirstOrThrow()).payload;
        },
        close: async () => undefined,
      };
    },
    kind === "embedded" ? { severalInstances: ONE_CONNECTION } : {},
  );

  if (kind === "server")
    it("finds out without a lock that there is nothing to do", async () => {
      const { db, another, empty } = database();
      await empty();
      const other = (await another()).db;
      await inTransaction(other, async (trx) => {
        await takeTurn(trx, "leases");
        expect(await new PostgresJobQueue(db).lease(60)).toBeNull();
      });
    });

  it("counts only up to its limit, so that a tally reads a bounded part of the queue", async () => {
    const { db, empty } = database();
    await empty();
    await sql`
      INSERT INTO jobs (document_id, state, options, payload, finished_at)
      SELECT 'a', state, '{}', CASE state WHEN 'queued' THEN ''::bytea END, CASE state WHEN 'done' THEN now() END
      FROM generate_series(1, ${TALLY_MAX + 5}::int4), (VALUES ('queued'), ('done')) AS states (state)
    `.execute(db);
    expect(await new PostgresJobQueue(db).tally()).toMatchObject({
      queued: TALLY_MAX,
      running: 0,
      done: TALLY_MAX,
      failed: 0,
    });
    await empty();
  });

  it("takes a job whose pause was written by a clock that has been set back since", async () => {
    const { db, empty } = database();
    await empty();
    const jobs = new PostgresJobQueue(db);
    const { job_id } = await jobs.add(aJob());
    for (const state of ["queued", "running"]) {
      await sql`UPDATE jobs SET state = ${state}, free_from = clock_timestamp() + interval '10 minutes'`.execute(db);
      expect(await jobs.lease(60)).toMatchObject({ job_id });
      expect(await jobs.lease(60)).toBeNull();
    }
  });
});
