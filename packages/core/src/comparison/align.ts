/** Places of two lists that belong together, in ascending order on both sides. */
export type Pairs = readonly (readonly [before: number, after: number])[];

/** Which of two lists of keys a rule sees first, so that swapping the lists swaps its answer and changes nothing else. */
export function isInOrder(before: readonly string[], after: readonly string[]): boolean {
  const differs = before.findIndex((key, i) => key !== after[i]);
  return differs < 0 ? before.length <= after.length : (before[differs] as string) < (after[differs] ?? "");
}

export const swapped = (pairs: Pairs): Pairs => pairs.map(([b, a]) => [a, b]);

/**
 * The equal keys of two lists in a longest common sequence (E. Myers, "An O(ND) difference algorithm", 1986).
 *
 * @param edits_max beyond so many differences the sequence would take long and show little
 * @returns null if the lists have more differences
 */
export function align(before: readonly string[], after: readonly string[], edits_max: number): Pairs | null {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let [endBefore, endAfter] = [before.length, after.length];
  while (endBefore > start && endAfter > start && before[endBefore - 1] === after[endAfter - 1]) {
    endBefore -= 1;
    endAfter -= 1;
  }
  const inner = shortestEdit(before.slice(start, endBefore), after.slice(start, endAfter), edits_max);
  if (inner === null) return null;
  return [
    ...Array.from({ length: start }, (_, i) => [i, i] as const),
    ...inner.map(([b, a]) => [b + start, a + start] as const),
    ...Array.from({ length: before.length - endBefore }, (_, i) => [endBefore + i, endAfter + i] as const),
  ];
}

function shortestEdit(before: readonly string[], after: readonly string[], edits_max: number): Pairs | null {
  const [n, m] = [before.length, after.length];
  if (n === 0 || m === 0) return [];
  const most = Math.min(n + m, edits_max);
  // The furthest place in `before` on each diagonal k = before - after, from -d to d, after d edits.
  const furthest = new Int32Array(2 * most + 3);
  const trace: Int32Array[] = [];
  for (let d = 0; d <= most; d += 1) {
    trace.push(furthest.slice(most - d, most + d + 3));
    for (let k = -d; k <= d; k += 2) {
      const at = most + 1 + k;
      const [left, right] = [furthest[at - 1] as number, furthest[at + 1] as number];
      let b = k === -d || (k !== d && left < right) ? right : left + 1;
      while (b < n && b - k < m && before[b] === after[b - k]) b += 1;
      furthest[at] = b;
      if (b >= n && b - k >= m) return traceBack(trace, n, m);
    }
  }
  return null;
}

/** @param trace for each number of edits d, the furthest places before that step on the diagonals -(d + 1) to d + 1 */
function traceBack(trace: readonly Int32Array[], n: number, m: number): Pairs {
  const pairs: (readonly [number, number])[] = [];
  let [b, a] = [n, m];
  for (let d = trace.length - 1; d >= 0; d -= 1) {
    const k = b - a;
    const reached = (diagonal: number) => trace[d]?.[diagonal + d + 1] as number;
    const previous = k === -d || (k !== d && reached(k - 1) < reached(k + 1)) ? k + 1 : k - 1;
    const from = reached(previous);
    while (b > from && a > from - previous) {
      b -= 1;
      a -= 1;
      pairs.push([b, a]);
    }
    [b, a] = [from, from - previous];
  }
  return pairs.reverse();
}

/** The places, in ascending order, of a longest part of the list that ascends. */
export function longestAscending(values: readonly number[]): number[] {
  const ends: number[] = [];
  const before = new Array<number>(values.length);
  values.forEach((value, place) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[ends[middle] as number] as number) < value) low = middle + 1;
      else high = middle;
    }
    before[place] = ends[low - 1] ?? -1;
    ends[low] = place;
  });
  const places: number[] = [];
  for (let place = ends.at(-1) ?? -1; place >= 0; place = before[place] as number) places.push(place);
  return places.reverse();
}
