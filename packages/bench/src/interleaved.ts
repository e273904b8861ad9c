/** Milliseconds of one alternative over the rounds of a run. */
export interface Timing {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/**
 * Times alternatives in turn, round by round, so that whatever else the machine does falls on all of them. The first
 * round warms up and does not count.
 */
export async function interleaved(alternatives: readonly (() => Promise<void>)[], rounds: number): Promise<Timing[]> {
  const times = alternatives.map((): number[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [i, run] of alternatives.entries()) {
      const begun = performance.now();
      await run();
      if (round > 0) (times[i] as number[]).push(performance.now() - begun);
    }
  }
  return times.map((of) => {
    const sorted = of.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number;
    return { median: at(0.5), min: at(0), max: at(1) };
  });
}
