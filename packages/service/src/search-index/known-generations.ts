import type { Generation } from "@retrieval/core/ports";

/** Enough for the requests at hand; about an older one the database is asked. */
const KEPT = 1_000;

/** The latest generations that one index has reached. */
export class KnownGenerations {
  readonly #stamps = new Map<number, string>();

  add({ number, stamp }: Generation): void {
    this.#stamps.set(number, stamp);
    const [oldest] = this.#stamps.keys();
    if (oldest !== undefined && this.#stamps.size > KEPT) this.#stamps.delete(oldest);
  }

  has({ number, stamp }: Generation): boolean {
    return this.#stamps.get(number) === stamp;
  }
}

export function isSame(a: Generation, b: Generation): boolean {
  return a.number === b.number && a.stamp === b.stamp;
}
