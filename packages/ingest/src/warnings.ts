/** What could not be kept as it was, said once each and counted: the list goes to the person who sent the file. */
export class Warnings {
  readonly #counts = new Map<string, number>();

  add(sentence: string): void {
    this.#counts.set(sentence, (this.#counts.get(sentence) ?? 0) + 1);
  }

  list(): string[] {
    return [...this.#counts].map(([sentence, times]) => (times === 1 ? sentence : `${sentence} (${times} times)`));
  }
}
