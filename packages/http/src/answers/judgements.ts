/** How many answers are remembered: those judged last on this instance. */
const ANSWERS_MAX = 2_000;

/** The last judgement of each answer. An answer is one user's, so a user has one judgement of it. */
export class Judgements {
  readonly #last = new Map<string, string>();

  /** @returns whether the answer had none, another one, or the same */
  add(answer_id: string, judgement: { readonly good: boolean; readonly reason: string | null }): Judged {
    const given = JSON.stringify([judgement.good, judgement.reason]);
    const before = this.#last.get(answer_id);
    this.#last.delete(answer_id);
    this.#last.set(answer_id, given);
    const [oldest] = this.#last.keys();
    if (this.#last.size > ANSWERS_MAX && oldest !== undefined) this.#last.delete(oldest);
    if (before === undefined) return "first";
    return before === given ? "repeated" : "changed";
  }
}

type Judged = "first" | "changed" | "repeated";
