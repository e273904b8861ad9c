import { setTimeout as sleep } from "node:timers/promises";
import type { AuditLog, HeldJob, JobKind, JobQueue } from "@retrieval/core";

export interface OpenJobQueue {
  readonly jobs: JobQueue;
  /** The same queue as another instance has it. */
  readonly elsewhere?: JobQueue;
  /** Of the same store: a cancelled job is recorded. */
  readonly audit: Pick<AuditLog, "list">;
  /** What the store keeps of the upload; null once it is dropped. */
  payloadOf(job_id: string): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

export interface LeftOutOfJobQueue {
  /** Why nothing can be tried with several instances. */
  readonly severalInstances?: string;
}

/** The job that is next, which has to be there. */
export async function leased(jobs: JobQueue, seconds = 60, kind: JobKind = "ingest"): Promise<HeldJob> {
  const job = await jobs.lease(kind, seconds);
  if (job === null) throw new Error("no job to lease");
  return job;
}

/** The same by a worker that dies over it. */
export async function leasedAndLost(jobs: JobQueue): Promise<HeldJob> {
  const job = await leased(jobs, 0.02);
  await sleep(60);
  return job;
}
