import type { Problem } from "../problems.js";

/** Work that was accepted and is done later, by whichever instance is free. */
export type JobKind = "ingest" | "import";
/** `checked`: a user import after its dry run, waiting for the word to apply it. `cancelled`: before a worker took it. */
export type JobState = "checked" | "queued" | "running" | "done" | "failed" | "cancelled";

/** Nothing happens to a job in one of these states any more, and its upload is gone. */
export function hasEnded(state: JobState): boolean {
  return state === "done" || state === "failed" || state === "cancelled";
}

export interface Job<Options = unknown, Report = unknown> {
  readonly job_id: string;
  readonly kind: JobKind;
  /** The document that it is about, where it is about one. */
  readonly document_id: string | null;
  readonly state: JobState;
  /** 0 to 1. */
  readonly progress: number;
  /** What was asked for, as the kind's use case wrote it. */
  readonly options: Options;
  /** What came out so far, as the kind's use case wrote it; null before there is anything. */
  readonly report: Report | null;
  /** Why it failed; empty otherwise. */
  readonly problems: readonly Problem[];
  /** Counts up with each job accepted, across instances: the order in which jobs were accepted. */
  readonly accepted: number;
  /** When it was added, in milliseconds since 1970. */
  readonly created_at: number;
}

export interface NewJob {
  readonly kind: JobKind;
  readonly document_id: string | null;
  readonly state: "checked" | "queued";
  readonly options: object;
  readonly report: object | null;
  /** The upload itself; kept until the job is done or failed, then dropped. */
  readonly payload: Uint8Array;
}

/** A job that one worker holds for a time. */
export interface HeldJob extends Job {
  /** Counts the attempts, from 1: those that failed, and those whose worker died or lost its lease over it. */
  readonly attempt: number;
  /** Counts the holds of this job, and so tells the worker that has it from one that lost it. */
  readonly hold: number;
}

/** A held job with its upload, as a handler gets it. */
export interface LeasedJob extends HeldJob {
  readonly payload: Uint8Array;
}

/** Thrown where another worker holds the job by now; then nothing was written. */
export class JobLostError extends Error {
  override readonly name = "JobLostError";

  constructor() {
    super("Another worker has taken this job over.");
  }
}

/** How many jobs there are of one kind. */
export interface JobTally {
  readonly kind: JobKind;
  readonly queued: number;
  readonly running: number;
  /** That ended in the last 24 hours, as `failed`. */
  readonly done: number;
  readonly failed: number;
  /** How long the one that waits longest has waited since a worker could have taken it, in seconds; 0 without one. */
  readonly longest_wait: number;
  /** How long ago the oldest lease of a running job ran out without another worker taking it, in seconds; else 0. */
  readonly longest_overdue: number;
}

/** No count of a tally goes further. */
export const TALLY_MAX = 10_000;

export interface JobQueue {
  /** Durable once it resolves. */
  add(job: NewJob): Promise<Job>;
  find(kind: JobKind, job_id: string): Promise<Job | null>;
  /**
   * Jobs of both kinds, those added last first, at most `limit`. Those in the state `checked` MUST NOT be among them:
   * they are no work yet.
   *
   * @param page.before answer only jobs whose `accepted` is less
   */
  list(page: { readonly limit: number; readonly before?: number }): Promise<readonly Job[]>;
  /**
   * Ends a queued job, drops its upload and records it as `job-cancelled`, all in one transaction. Of this and a
   * {@link lease} of the job at the same time exactly one MUST succeed.
   *
   * @returns the job as it is now: `cancelled` by this call, or in the state that keeps it from being cancelled; null if
   *   there is none
   */
  cancel(job_id: string, by_user: string): Promise<{ readonly done: boolean; readonly job: Job } | null>;
  /**
   * Lets a checked job go: it becomes queued, once.
   *
   * @param options in place of those that it was checked with; absent: they stay
   * @returns the job, or null if it is not in the state `checked` (any more)
   */
  release(job_id: string, options?: object): Promise<Job | null>;
  /**
   * Takes the queued job of this kind accepted first, or one whose lease has run out, for `seconds`. Under concurrent
   * calls, in one process or several, a job MUST go to one caller only. The jobs of one document MUST be taken in the
   * order of acceptance, each when the one before it has ended: a rule that came with an upload holds for the next one.
   *
   * The attempt MUST be counted durably before this resolves, and before the upload is read, so that a job which kills
   * its worker, were it by its mere size, is counted all the same. The caller MUST end a job that has been attempted
   * too often ({@link finish}) instead of reading it once more.
   *
   * @param seconds like the pause of {@link giveBack} at most 300: what is held for longer MAY be taken at once, for only
   *   a clock that was set back leaves such a job
   * @param largest only a job whose upload has at most so many bytes; absent: any
   */
  lease(kind: JobKind, seconds: number, largest?: number): Promise<HeldJob | null>;
  /** The upload of a held job; null if another worker holds the job by now, and then the caller MUST stop. */
  upload(job: HeldJob): Promise<Uint8Array | null>;
  /**
   * Says how far a held job is, and holds it for `seconds` more. Its report stays as it is.
   * @returns false if another worker holds it by now; the caller MUST stop
   */
  progress(job: HeldJob, progress: number, seconds: number): Promise<boolean>;
  /**
   * Holds a job for `seconds` more, and leaves how far it is as it is: a step may be writing it at this moment.
   * @returns as {@link progress}
   */
  keep(job: HeldJob, seconds: number): Promise<boolean>;
  /** Ends a held job and drops its upload. Does nothing if another worker holds it by now. */
  finish(job: HeldJob, outcome: { report: object | null } | { problems: readonly Problem[] }): Promise<void>;
  /**
   * Puts a held job back, for any worker to take after `pause` seconds; until then those of other documents go first.
   * Does nothing if another worker holds it by now.
   *
   * @param how.counts false: this attempt is not counted, because what ended it was not the job
   */
  giveBack(job: HeldJob, how: { readonly counts: boolean; readonly pause: number }): Promise<void>;
  /**
   * Forgets jobs that have been in the state `checked` for longer than `seconds`: nobody gave the word, and their
   * upload holds people's data.
   * @returns how many there were
   */
  forgetUnconfirmed(seconds: number): Promise<number>;
  /**
   * Forgets jobs that ended, done, failed or cancelled, longer than `seconds` ago, `limit` of them at most. Several callers at
   * once MUST NOT wait for each other.
   * @returns how many there were
   */
  forgetEnded(seconds: number, limit: number): Promise<number>;
  /**
   * One for each kind. For whoever watches the queue: it MUST NOT take longer for a queue of more than
   * {@link TALLY_MAX} jobs, and MUST NOT hold up anybody who works on it.
   */
  tally(): Promise<readonly JobTally[]>;
}
