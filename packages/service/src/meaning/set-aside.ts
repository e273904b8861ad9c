import type { Timing } from "../search-index/timing.js";

/** How long a revision that a model refused waits, in milliseconds. */
const WAITS = 600_000;
/** With more of them the model is at fault: the oldest are tried again. */
const MOST = 500;

/** Revisions that wait so that others can go first. */
export class SetAside {
  readonly #until = new Map<string, number>();

  constructor(private readonly timing: Pick<Timing, "elapsed">) {}

  get revisions(): readonly string[] {
    return [...this.#until.keys()];
  }

  add(revision_id: string): void {
    this.#until.set(revision_id, this.timing.elapsed() + WAITS);
    const [oldest] = this.#until.keys();
    if (this.#until.size > MOST && oldest !== undefined) this.#until.delete(oldest);
  }

  /** Lets those go whose time is over. @returns whether there were any */
  takeBack(): boolean {
    const due = [...this.#until].filter(([, until]) => until <= this.timing.elapsed());
    for (const [revision_id] of due) this.#until.delete(revision_id);
    return due.length > 0;
  }
}
