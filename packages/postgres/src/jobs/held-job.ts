import type { HeldJob } from "@retrieval/core";
import type { Kysely } from "kysely";
import type { Schema } from "../sql/schema.js";

/** A change of the job's row while this worker holds it; of no row once another one does. */
export function heldJob(db: Kysely<Schema>, { job_id, hold }: HeldJob) {
  return db.updateTable("jobs").where("job_id", "=", job_id).where("state", "=", "running").where("hold", "=", hold);
}
