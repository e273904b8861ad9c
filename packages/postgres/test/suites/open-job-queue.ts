import { setTimeout as sleep } from "node:timers/promises";
import type { AuditLog, HeldJob, JobQueue, UserDirectory } from "@retrieval/core/ports";

export interface OpenJobQueue {
  readonly jobs: JobQueue;
  /** The same queue of another instance. */
  readonly elsewhere?: JobQueue;
  /** On the same store: who cancels a job is checked. */
  readonly users: UserDirectory;
  /** On the same store: a cancelled job is recorded. */
  readonly audit: Pick<AuditLog, "list">;
  /** The store's upload; null once it is dropped. */
  payloadOf(job_id: string): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

export interface LeftOutOfJobQueue {
  /** Why several instances cannot be tested. */
  readonly severalInstances?: string;
}

/** The next job, which must exist. */
export async function leased(jobs: JobQueue, seconds = 60): Promise<HeldJob> {
  const job = await jobs.lease(seconds);
  if (job === null) throw new Error("no job to lease");
  return job;
}

/** The same by a worker that dies during it. */
export async function leasedAndLost(jobs: JobQueue): Promise<HeldJob> {
  const job = await leased(jobs, 0.02);
  await sleep(60);
  return job;
}
