import type { HeldJob } from "@retrieval/core/ports";
import type { Kysely } from "kysely";
import type { Schema } from "../sql/schema.js";

/** Changes the job's row while this worker holds it; changes no row once another worker does. */
export function heldJob(db: Kysely<Schema>, { job_id, hold }: HeldJob) {
  return db.updateTable("jobs").where("job_id", "=", job_id).where("state", "=", "running").where("hold", "=", hold);
}
