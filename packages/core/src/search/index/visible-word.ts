import { termsOf } from "../terms.js";
import type { Corpus } from "./corpus.js";
import { withoutRunEnds } from "./read-question.js";
import type { ReaderMask } from "./reader-masks.js";

/** Whether a section that the reader sees has all terms of the word. */
export function isInVisibleSection(word: string, { dictionary, pool, units }: Corpus, mask: ReaderMask): boolean {
  const ids = [...new Set(withoutRunEnds(termsOf(word)).map(({ text }) => dictionary.find(text)))];
  if (ids.length === 0 || ids.includes(-1)) return false;
  ids.sort((a, b) => pool.count(a) - pool.count(b));
  /** For each visible unit, how many of the terms it has: the rarest one, the next one and so on. */
  const having = new Uint16Array(units.end);
  return ids.every((id, nth) => {
    const isLast = nth === ids.length - 1;
    let isFound = false;
    pool.forEachRun(id, (run, _, from, to) => {
      for (let i = from; i < to && !(isLast && isFound); i += 1) {
        const unit = (run[i] as number) >>> 1;
        if (having[unit] !== nth) continue;
        if (nth === 0 && (((mask.units[unit >>> 5] as number) >>> (unit & 31)) & 1) === 0) continue;
        having[unit] = nth + 1;
        isFound = true;
      }
    });
    return isFound;
  });
}
