type State = "allowed" | "forbidden" | "unknown";

/**
 * The rule of one document at a time, as far as the service has acknowledged it. Between the request of a change and its
 * acknowledgement, and after an unclear answer, both states are allowed.
 */
export class RuleWatch {
  #state: State = "unknown";
  #changes = 0;
  /** A line for each answer that showed a forbidden document, or withheld an allowed one. */
  readonly broken: string[] = [];
  judged = 0;

  /** Call it before the request of a change. */
  changing(): void {
    this.#state = "unknown";
    this.#changes += 1;
  }

  /** Call it after the acknowledgement. */
  settled(state: Exclude<State, "unknown">): void {
    this.#state = state;
  }

  get now(): { readonly state: State; readonly changes: number } {
    return { state: this.#state, changes: this.#changes };
  }

  /** @param before {@link now} at the time of the request; the answer is checked only if nothing has changed since */
  judge(before: { readonly state: State; readonly changes: number }, shown: boolean, what: string): void {
    if (before.state === "unknown" || before.changes !== this.#changes) return;
    this.judged += 1;
    if (shown !== (before.state === "allowed"))
      this.broken.push(`${what} ${shown ? "showed" : "withheld"} what was ${before.state}`);
  }
}
