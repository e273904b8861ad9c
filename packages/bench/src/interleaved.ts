/** The figures of the rounds of a run: milliseconds, or ratios. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export interface Timing extends Spread {
  /** Milliseconds, round by round. */
  readonly rounds: readonly number[];
}

/**
 * Times alternatives in turn, round by round, so that other load on the machine affects all of them. The first round
 * warms up and does not count; every other round runs in reverse order, so that none always follows the same one.
 */
export async function interleaved(alternatives: readonly (() => unknown)[], rounds: number): Promise<Timing[]> {
  const times = alternatives.map((): number[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    const order = [...alternatives.entries()];
    if (round % 2 === 1) order.reverse();
    for (const [i, run] of order) {
      const begun = performance.now();
      await run();
      if (round > 0) times[i]?.push(performance.now() - begun);
    }
  }
  return times.map((of) => ({ ...spread(of), rounds: of }));
}

/** How many times as long one took as the other, compared within each round. */
export function ratio(of: Timing, to: Timing): Spread {
  return spread(of.rounds.map((time, round) => time / (to.rounds[round] as number)));
}

/** The time of one, for a timing of several in a row. */
export function meanOf({ median, min, max, rounds }: Timing, count: number): Timing {
  return { median: median / count, min: min / count, max: max / count, rounds: rounds.map((time) => time / count) };
}

export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (place: number) => sorted[place] as number;
  return { median: at(Math.floor(sorted.length / 2)), min: at(0), max: at(sorted.length - 1) };
}
