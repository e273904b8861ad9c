/** A source of whole numbers, 0 ≤ n < below. */
export type Draw = (below: number) => number;

/**
 * A seeded generator (mulberry32): the same seed gives the same numbers on every machine and Node version, so the sample
 * company is the same company everywhere. Not for secrets.
 */
export function seededDraw(seed: number): Draw {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** The same entries in another order (Fisher–Yates). */
export function shuffled<T>(entries: readonly T[], draw: Draw): T[] {
  const result = [...entries];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = draw(last + 1);
    [result[last], result[other]] = [result[other] as T, result[last] as T];
  }
  return result;
}
