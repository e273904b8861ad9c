/** The hashes that stand for a text, in ascending order: as many of its smallest as {@link SAMPLE_MAX}. */
export type Sample = readonly number[];

/** With so many, the estimate of {@link likeness} is within 0.1 for 19 of 20 pairs of long texts. */
const SAMPLE_MAX = 96;

/**
 * Samples the runs of `length` characters in a text, whatever their width and the space between them (A. Broder, "On the
 * resemblance and containment of documents", 1997).
 */
export function sampleOf(text: string, length: number): Sample {
  const plain = text.normalize("NFKC").replace(/\s+/g, "");
  const hashes = new Set<number>();
  for (let i = 0; i + length <= plain.length; i += 1) {
    let hash = 0x811c9dc5;
    for (let j = i; j < i + length; j += 1) hash = Math.imul(hash ^ plain.charCodeAt(j), 0x01000193);
    // Without the last step neighbouring characters would have neighbouring hashes, and the smallest would be no sample.
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    hashes.add((hash ^ (hash >>> 13)) >>> 0);
  }
  return [...hashes].sort((a, b) => a - b).slice(0, SAMPLE_MAX);
}

/** The share of two texts that is common to both, from 0 to 1. */
export function likeness(one: Sample, other: Sample): number {
  let [i, j, common, seen] = [0, 0, 0, 0];
  while (seen < SAMPLE_MAX && i < one.length && j < other.length) {
    const [a, b] = [one[i] as number, other[j] as number];
    if (a === b) common += 1;
    if (a <= b) i += 1;
    if (b <= a) j += 1;
    seen += 1;
  }
  // What is left of a whole text is in the other one neither.
  const left = Math.max(one.length - i, other.length - j);
  const all = Math.min(SAMPLE_MAX, seen + left);
  return all === 0 ? 0 : common / all;
}
