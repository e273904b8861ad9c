import { describe } from "@jest/globals";
import { DATABASE_KINDS, jobQueueContract, ONE_CONNECTION, useMigratedDatabase } from "@retrieval/contract";
import { PostgresJobQueue } from "../src/index.js";

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
});
