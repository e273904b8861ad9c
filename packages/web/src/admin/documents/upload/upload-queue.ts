import type { ChosenFile } from "../../../ui/chosen-files.js";
import type { UploadChoices } from "./upload-call.js";
import { type FileIn, isIn, type UploadFile, type UploadState, uploadFile } from "./upload-file.js";

/** Sends a file. @returns the id of its job */
type SendFile = (
  file: UploadFile,
  choices: UploadChoices,
  onShare: (share: number) => void,
  signal: AbortSignal,
) => Promise<string>;

/** The files of an upload. They are sent one after the other; one that is refused does not stop the others. */
export class UploadQueue {
  #files: readonly UploadFile[] = [];
  #lastKey = 0;
  #isRunning = false;
  #current = new AbortController();
  readonly #listeners = new Set<() => void>();

  constructor(private readonly send: SendFile) {}

  readonly files = (): readonly UploadFile[] => this.#files;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** @param document_id the document of all of them; empty: each has the identifier that its name suggests */
  add(files: readonly ChosenFile[], document_id: string): void {
    this.#set([...this.#files, ...files.map((chosen) => uploadFile(chosen, ++this.#lastKey, document_id))]);
  }

  change(key: number, part: Partial<Pick<UploadFile, "document_id" | "title" | "state">>): void {
    this.#set(this.#files.map((file) => (file.key === key ? { ...file, ...part } : file)));
  }

  /** Lets go of a file. Of the one that is being sent the service has nothing then, and it can be sent again. */
  remove({ key, state }: UploadFile): void {
    if (state.kind === "sending" && state.share !== null) this.#current.abort();
    else this.#set(this.#files.filter((file) => file.key !== key));
  }

  /** Sends these files, after those that wait already. */
  start(choices: ReadonlyMap<number, UploadChoices>): void {
    for (const [key, chosen] of choices) this.#become(key, { kind: "sending", choices: chosen, share: null });
    void this.#run();
  }

  /** Lets the file that is being sent end, and sends no more. */
  stop(): void {
    for (const { key, state } of this.#files.filter(isIn("sending"))) {
      if (state.share === null) this.#become(key, CHOSEN);
    }
  }

  /** Takes up again the file of a job that failed. */
  retry(job_id: string): void {
    for (const { key, state } of this.#files.filter(isIn("sent"))) {
      if (state.job_id === job_id) this.#become(key, CHOSEN);
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
    const next = () => this.#files.find(isIn("sending"));
    for (let file = next(); file; file = next()) await this.#sendOne(file);
    this.#isRunning = false;
  }

  async #sendOne(file: FileIn<"sending">): Promise<void> {
    const { key } = file;
    const { choices } = file.state;
    this.#current = new AbortController();
    const { signal } = this.#current;
    const show = (share: number) => this.#become(key, { kind: "sending", choices, share });
    show(0);
    try {
      const job_id = await this.send(file, choices, show, signal);
      this.#become(key, { kind: "sent", job_id });
    } catch (error) {
      this.#become(key, { kind: "chosen", error: signal.aborted ? null : error });
    }
  }

  #become(key: number, state: UploadState): void {
    this.change(key, { state });
  }

  #set(files: readonly UploadFile[]): void {
    this.#files = files;
    for (const listener of this.#listeners) listener();
  }
}

const CHOSEN: UploadState = { kind: "chosen", error: null };
