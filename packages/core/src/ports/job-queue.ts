/** Work that was accepted and is done later, by whichever instance is free. */
export type JobKind = "ingest" | "import";
/** `checked`: a user import after its dry run, waiting for the word to apply it. */
export type JobState = "checked" | "queued" | "running" | "done" | "failed";

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
  /** For people: why it failed and what to do; null otherwise. */
  readonly error: string | null;
  /** Counts up with each job accepted, across instances: the order in which jobs were accepted. */
  readonly accepted: number;
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

/** A job while one worker holds it. */
export interface LeasedJob extends Job {
  readonly payload: Uint8Array;
  /** Counts the attempts, from 1; more than one means that a worker died, lost its lease or gave the job back. */
  readonly attempt: number;
}

export interface JobQueue {
  /** Durable once it resolves. */
  add(job: NewJob): Promise<Job>;
  find(kind: JobKind, job_id: string): Promise<Job | null>;
  /**
   * Lets a checked job go: it becomes queued, once.
   * @returns the job, or null if it is not in the state `checked` (any more)
   */
  release(job_id: string): Promise<Job | null>;
  /**
   * Takes the queued job accepted first, or one whose lease has run out, for `seconds`. Under concurrent calls, in one
   * process or several, a job MUST go to one caller only. Two jobs of one document MUST NOT run at the same time.
   */
  lease(seconds: number): Promise<LeasedJob | null>;
  /**
   * Says how far a held job is, and holds it for `seconds` more.
   * @returns false if another worker holds it by now; the caller MUST stop
   */
  progress(job: LeasedJob, progress: number, report: object | null, seconds: number): Promise<boolean>;
  /** Ends a held job and drops its payload. Does nothing if another worker holds it by now. */
  finish(job: LeasedJob, outcome: { report: object | null } | { error: string }): Promise<void>;
  /** Puts a held job back, so that another worker may take it at once. */
  giveBack(job: LeasedJob): Promise<void>;
  /**
   * Forgets jobs that have been in the state `checked` for longer than `seconds`: nobody gave the word, and their
   * upload holds people's data.
   * @returns how many there were
   */
  forgetUnconfirmed(seconds: number): Promise<number>;
}
