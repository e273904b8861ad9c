import type { Problem } from "../problems.js";

/** true: the job does not change any more, and its upload is deleted. */
export function hasEnded(state: Job["state"]): boolean {
  return state === "done" || state === "failed" || state === "cancelled";
}

/** An accepted upload of a document, which any free instance reads later. */
export interface Job<Options = unknown, Report = unknown> {
  readonly job_id: string;
  readonly document_id: string;
  /** `cancelled`: before a worker took it. */
  readonly state: "queued" | "running" | "done" | "failed" | "cancelled";
  /** 0 to 1. */
  readonly progress: number;
  /** The request, as the use case wrote it. */
  readonly options: Options;
  /** The result so far, as the use case wrote it; null without one. */
  readonly report: Report | null;
  /** Why it failed; empty otherwise. */
  readonly problems: readonly Problem[];
  /** The job's number in the order of acceptance, which all instances share. */
  readonly accepted: number;
  /** When it was added, in milliseconds since 1970. */
  readonly created_at: number;
}

export interface NewJob {
  readonly document_id: string;
  readonly options: object;
  /** The upload itself; kept until the job is done or failed, then dropped. */
  readonly payload: Uint8Array;
}

/** A job that one worker holds for a time. */
export interface HeldJob extends Job {
  /** Counts the attempts, from 1: those that failed, and those whose worker died or lost its lease. */
  readonly attempt: number;
  /** Counts the holds of this job, to distinguish the worker that has it from one that lost it. */
  readonly hold: number;
}

/** A held job with its upload, for a handler. */
export interface LeasedJob extends HeldJob {
  readonly payload: Uint8Array;
}

/** Thrown if another worker holds the job now; then nothing was written. */
export class JobLostError extends Error {
  override readonly name = "JobLostError";

  constructor() {
    super("Another worker has taken this job over.");
  }
}

/** The number of jobs, by state. */
export interface JobTally {
  readonly queued: number;
  readonly running: number;
  /** Like `failed`: ended in the last 24 hours. */
  readonly done: number;
  readonly failed: number;
  /** Seconds since a worker could have taken the job that waits longest; 0 without one. */
  readonly longest_wait: number;
  /** Seconds since the oldest expired lease of a running job that no other worker has taken; 0 without one. */
  readonly longest_overdue: number;
}

/** The highest count of a tally. */
export const TALLY_MAX = 10_000;

export interface JobQueue {
  /** Durable once it resolves. */
  add(job: NewJob): Promise<Job>;
  find(job_id: string): Promise<Job | null>;
  /**
   * The newest first, at most `limit`.
   *
   * @param page.before only jobs whose `accepted` is less
   */
  list(page: { readonly limit: number; readonly before?: number }): Promise<readonly Job[]>;
  /**
   * Ends a queued job, drops its upload and records it as `job-cancelled`, all in one transaction. If a {@link lease}
   * of the job runs at the same time, exactly one of the two MUST succeed.
   *
   * @param by_user checked as the `ChunkStore` does
   * @returns the job as it is now: `cancelled` by this call, or in the state that keeps it from being cancelled; null
   *   if there is none
   * @throws SenderNotAdminError
   */
  cancel(job_id: string, by_user: string): Promise<{ readonly done: boolean; readonly job: Job } | null>;
  /**
   * Leases for `seconds` the queued job that was accepted first, or one whose lease has expired. Under
   * concurrent calls, in one process or several, a job MUST go to one caller only. The jobs of one document MUST be
   * taken in the order of acceptance, each after the one before it has ended: a rule that came with an upload applies
   * to the next one.
   *
   * The attempt MUST be counted durably before this resolves, and before the upload is read, so that a job that kills
   * its worker, even just by its size, is counted. The caller MUST end a job that has been attempted too often
   * ({@link finish}) instead of reading it again.
   *
   * @param seconds at most 300, like the pause of {@link giveBack}: a job that is held for longer MAY be taken at once,
   *   because only a clock that was set back leaves such a job
   * @param largest the most bytes that the job's upload may have; absent: any
   */
  lease(seconds: number, largest?: number): Promise<HeldJob | null>;
  /** The upload of a held job; null if another worker holds the job now; then the caller MUST stop. */
  upload(job: HeldJob): Promise<Uint8Array | null>;
  /**
   * Holds a job for `seconds` more. Its report does not change.
   *
   * @param progress absent: stays as it is, because a step may be writing it at this moment
   * @returns false if another worker holds it now; then the caller MUST stop
   */
  keep(job: HeldJob, seconds: number, progress?: number): Promise<boolean>;
  /** Ends a held job and drops its upload. Does nothing if another worker holds it now. */
  finish(job: HeldJob, outcome: { report: object | null } | { problems: readonly Problem[] }): Promise<void>;
  /**
   * Returns a held job to the queue, where any worker can take it after `pause` seconds; until then jobs of other
   * documents go first. Does nothing if another worker holds it now.
   *
   * @param how.counts false: this attempt is not counted, because the job did not cause its end
   */
  giveBack(job: HeldJob, how: { readonly counts: boolean; readonly pause: number }): Promise<void>;
  /**
   * Deletes jobs that ended (done, failed or cancelled) longer than `seconds` ago, at most `limit`. Concurrent callers
   * MUST NOT wait for each other.
   * @returns how many there were
   */
  forgetEnded(seconds: number, limit: number): Promise<number>;
  /**
   * For monitoring. It MUST NOT take longer for a queue of more than {@link TALLY_MAX} jobs,
   * and MUST NOT delay workers.
   */
  tally(): Promise<JobTally>;
}
