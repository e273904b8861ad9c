type State = "allowed" | "forbidden" | "unknown";

/**
 * What the rule of one document was at a moment, as far as the service has said so. Between the request of a change and
 * its acknowledgement, and after an answer that says neither, both are right.
 */
export class RuleWatch {
  #state: State = "unknown";
  #changes = 0;
  /** A line for each answer that the rules forbade, or that kept back what they allowed. */
  readonly broken: string[] = [];
  judged = 0;

  /** A change is about to be asked for. */
  changing(): void {
    this.#state = "unknown";
    this.#changes += 1;
  }

  /** The service acknowledged it. */
  settled(state: Exclude<State, "unknown">): void {
    this.#state = state;
  }

  get now(): { readonly state: State; readonly changes: number } {
    return { state: this.#state, changes: this.#changes };
  }

  /** @param before what {@link now} was when the question was asked; it is judged where nothing has changed since */
  judge(before: { readonly state: State; readonly changes: number }, shown: boolean, what: string): void {
    if (before.state === "unknown" || before.changes !== this.#changes) return;
    this.judged += 1;
    if (shown !== (before.state === "allowed"))
      this.broken.push(`${what} ${shown ? "showed" : "kept back"} what was ${before.state}`);
  }
}
