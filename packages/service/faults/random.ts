import fc from "fast-check";

const MAX = 0x7fffffff;

/** Random values by fast-check's generator: the same for the same seed, so that a run can be repeated. */
export class Random {
  readonly #numbers: Iterator<number>;

  constructor(readonly seed: number) {
    // Millions are drawn and none is kept; and small numbers must be no more frequent than others.
    const endless = fc.infiniteStream(fc.noBias(fc.nat(MAX)), { noHistory: true });
    const [numbers] = fc.sample(endless, { seed, numRuns: 1 });
    this.#numbers = numbers as Iterator<number>;
  }

  /** FAULTS_SEED repeats a failed run; the test's name has its seed. */
  static seeded(): Random {
    return new Random(Number(process.env.FAULTS_SEED ?? Date.now() % 1_000_000));
  }

  /** From 0 to 1, without 1. */
  next(): number {
    return this.#numbers.next().value / (MAX + 1);
  }

  /** A whole number, both ends included. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(values: readonly T[]): T {
    if (values.length === 0) throw new Error("there is nothing to pick from");
    return values[Math.floor(this.next() * values.length)] as T;
  }
}
