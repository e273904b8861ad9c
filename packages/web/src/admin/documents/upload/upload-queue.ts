import type { ChosenFile } from "../../../ui/chosen-files.js";
import type { JobAnswer } from "../answers.js";
import type { UploadChoices } from "./upload-call.js";
import { isIn, type RowIn, type RowState, rowOf, type UploadRow } from "./upload-row.js";

export interface UploadQueueDeps {
  /** Sends a file; answers the id of its job. */
  readonly send: (
    row: UploadRow,
    choices: UploadChoices,
    onShare: (share: number) => void,
    signal: AbortSignal,
  ) => Promise<string>;
  readonly readJob: (job_id: string, signal: AbortSignal) => Promise<JobAnswer>;
  /** Waits before the job is read; `times`: how often it was read already. */
  readonly pause: (times: number) => Promise<void>;
  /** Called after the last of the waiting files has ended. */
  readonly onEnd: () => void;
}

/**
 * The files of an upload. Those that wait are sent and followed to the end of their jobs, one after the other; one that
 * fails does not stop the others.
 */
export class UploadQueue {
  #rows: readonly UploadRow[] = [];
  #lastKey = 0;
  #isRunning = false;
  #current = new AbortController();
  readonly #listeners = new Set<() => void>();

  constructor(private readonly deps: UploadQueueDeps) {}

  readonly rows = (): readonly UploadRow[] => this.#rows;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** @param document_id the document of all of them; empty: each has the identifier that its name suggests */
  add(files: readonly ChosenFile[], document_id: string): void {
    this.#set([...this.#rows, ...files.map((chosen) => rowOf(chosen, ++this.#lastKey, document_id))]);
  }

  change(key: number, part: Partial<Pick<UploadRow, "document_id" | "title">>): void {
    this.#set(this.#rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  }

  /** Removes rows that are not being uploaded. */
  remove(which: (row: UploadRow) => boolean): void {
    this.#set(this.#rows.filter((row) => isIn("sending", "processing")(row) || !which(row)));
  }

  /** Uploads these rows, after those that wait already. */
  start(choices: ReadonlyMap<number, UploadChoices>): void {
    for (const [key, chosen] of choices) this.#become(key, { kind: "waiting", choices: chosen, job_id: null });
    void this.#run();
  }

  /** Follows the job of a lost row again. */
  follow({ key, state: { choices, job_id } }: RowIn<"lost">): void {
    this.#become(key, { kind: "waiting", choices, job_id });
    void this.#run();
  }

  /** Cancels the file that is being sent; the service has nothing of it. */
  cancel(): void {
    this.#current.abort();
  }

  /** Lets what is being uploaded end, and uploads nothing more. */
  stop(): void {
    for (const { key, state } of this.#rows.filter(isIn("waiting"))) {
      if (state.job_id === null) this.#become(key, { kind: "open", failure: null });
    }
  }

  /** Ends everything, because the page is left. */
  close(): void {
    this.#set([]);
    this.#current.abort();
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    for (let row = this.#next(); row; row = this.#next()) await this.#upload(row);
    this.#isRunning = false;
    this.deps.onEnd();
  }

  #next = () => this.#rows.find(isIn("waiting"));

  async #upload(row: RowIn<"waiting">): Promise<void> {
    const { key } = row;
    const { choices } = row.state;
    let { job_id } = row.state;
    this.#current = new AbortController();
    const { signal } = this.#current;
    const show = (share: number) => this.#become(key, { kind: "sending", choices, share });
    try {
      if (job_id === null) {
        show(0);
        job_id = await this.deps.send(row, choices, show, signal);
      }
      this.#become(key, { kind: "processing", choices, job: null });
      const job = await this.#jobOf(job_id, signal, (job) => this.#become(key, { kind: "processing", choices, job }));
      this.#become(key, job.state === "done" ? { kind: "done", choices, job } : { kind: "open", failure: { job } });
    } catch (error) {
      if (job_id !== null) this.#become(key, { kind: "lost", choices, job_id, error });
      else this.#become(key, { kind: "open", failure: signal.aborted ? null : { error } });
    }
  }

  async #jobOf(job_id: string, signal: AbortSignal, onProgress: (job: JobAnswer) => void): Promise<JobAnswer> {
    for (let times = 0; ; times += 1) {
      await this.deps.pause(times);
      const job = await this.deps.readJob(job_id, signal);
      if (job.state !== "queued" && job.state !== "running") return job;
      onProgress(job);
    }
  }

  #become(key: number, state: RowState): void {
    this.#set(this.#rows.map((row) => (row.key === key ? { ...row, state } : row)));
  }

  #set(rows: readonly UploadRow[]): void {
    this.#rows = rows;
    for (const listener of this.#listeners) listener();
  }
}
