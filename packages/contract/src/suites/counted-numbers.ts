import type { RevisionKey, RevisionNumbers } from "@retrieval/core/ports";

/** Numbers for one engine. */
export class CountedNumbers implements RevisionNumbers {
  readonly #numbers = new Map<string, number>();
  #next = 1;

  async take({ revision_id }: RevisionKey): Promise<number> {
    const number = this.#numbers.get(revision_id) ?? this.#next;
    if (number === this.#next) this.#next += 1;
    this.#numbers.set(revision_id, number);
    return number;
  }

  async note() {}

  async drop(revision_ids: readonly string[]): Promise<void> {
    for (const revision_id of revision_ids) this.#numbers.delete(revision_id);
  }
}
