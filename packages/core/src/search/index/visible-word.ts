import { termsOf, withoutRunEnds } from "../text/terms.js";
import type { Corpus } from "./corpus.js";
import type { ReaderMask } from "./reader-masks.js";

/** Whether a section that the reader sees has all terms of the word. */
export function isInVisibleSection(word: string, { dictionary, pool }: Corpus, mask: ReaderMask): boolean {
  const ids = [...new Set(withoutRunEnds(termsOf(word)).map(({ text }) => dictionary.find(text)))];
  if (ids.length === 0 || ids.includes(-1)) return false;
  ids.sort((a, b) => pool.count(a) - pool.count(b));
  // The visible units that have all terms so far: a bit for each.
  let having = mask.units;
  return ids.every((id) => {
    const before = having;
    const left = new Uint32Array(before.length);
    let isFound = false;
    pool.forEachRun(id, (run, _, from, to) => {
      for (let i = from; i < to; i += 1) {
        const unit = (run[i] as number) >>> 1;
        const bit = (before[unit >>> 5] as number) & (1 << (unit & 31));
        if (bit === 0) continue;
        left[unit >>> 5] = (left[unit >>> 5] as number) | bit;
        isFound = true;
      }
    });
    having = left;
    return isFound;
  });
}
