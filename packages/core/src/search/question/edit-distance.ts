/** Longer words have no nearest word; its candidates are a little longer. */
export const COMPARED_MAX = 100;
const ROW = COMPARED_MAX + 4;

// Three rows of the usual table, used again for each comparison.
let before = new Uint8Array(ROW);
let last = new Uint8Array(ROW);
let row = new Uint8Array(ROW);

/**
 * How many signs must be added, left out, exchanged, or swapped with their neighbour to make one word from the other
 * (Damerau–Levenshtein, no sign twice).
 *
 * @param word at most {@link COMPARED_MAX} UTF-16 units
 * @param max at most {@link COMPARED_MAX}
 * @param costOfExchange of two UTF-16 units
 * @returns more than `max`, but no exact number, where it is more
 */
export function editDistance(
  word: string,
  other: string,
  max: number,
  costOfExchange: (sign: number, other: number) => number,
): number {
  const width = other.length;
  if (Math.abs(word.length - width) > max) return max + 1;
  for (let j = 0; j <= width; j += 1) last[j] = j;
  for (let i = 1; i <= word.length; i += 1) {
    const sign = word.charCodeAt(i - 1);
    // Cells further than this from the diagonal are more than `max`.
    const from = Math.max(1, i - max);
    const to = Math.min(width, i + max);
    row[from - 1] = from === 1 ? i : max + 1;
    let least = max + 1;
    for (let j = from; j <= to; j += 1) {
      const otherSign = other.charCodeAt(j - 1);
      let cost = (last[j - 1] as number) + (sign === otherSign ? 0 : costOfExchange(sign, otherSign));
      if (j < i + max) cost = Math.min(cost, (last[j] as number) + 1);
      cost = Math.min(cost, (row[j - 1] as number) + 1);
      const isSwapped = i > 1 && j > 1 && sign === other.charCodeAt(j - 2) && word.charCodeAt(i - 2) === otherSign;
      if (isSwapped) cost = Math.min(cost, (before[j - 2] as number) + 1);
      row[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > max) return max + 1;
    [before, last, row] = [last, row, before];
  }
  return last[width] as number;
}

/** A bit for each sign of a word; one error changes at most two bits. */
export function signsOf(word: string): number {
  let signs = 0;
  for (let i = 0; i < word.length; i += 1) signs |= 1 << (word.charCodeAt(i) & 31);
  return signs;
}

export function bitsIn(signs: number): number {
  let bits = 0;
  for (let left = signs; left !== 0; left &= left - 1) bits += 1;
  return bits;
}
