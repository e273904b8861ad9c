import { compareCodePoints } from "../text/characters.js";
import { termsOf, withoutRunEnds } from "../text/terms.js";
import type { Corpus } from "./corpus.js";
import { addCounts } from "./posting-pool.js";
import type { ReaderMask } from "./reader-masks.js";

type UseRun = (postings: Uint32Array, counts: Uint8Array, from: number, to: number) => void;

/** The postings of one term of a question: of a term of the dictionary, or of several as if they were one. */
export interface Postings {
  /** The numbers of its terms. */
  readonly ids: readonly number[];
  /** A posting is twice its unit, plus 1 if the unit is a later part of its section. */
  forEachRun(use: UseRun): void;
}

const NO_POSTINGS: Postings = { ids: [], forEachRun: () => {} };

export function postingsOf({ dictionary, pool }: Corpus, term: string): Postings {
  const id = dictionary.find(term);
  return id < 0 ? NO_POSTINGS : { ids: [id], forEachRun: (use) => pool.forEachRun(id, use) };
}

/** A question of one sign searches this many terms that begin with it, the most common visible ones. */
const PREFIX_TERMS = 64;

export function prefixPostings(corpus: Corpus, prefix: string, mask: ReaderMask): Postings {
  const { dictionary, pool } = corpus;
  const terms: { id: number; count: number; text: string }[] = [];
  const sign = prefix.charCodeAt(0);
  for (let id = 0; id < dictionary.end; id += 1) {
    if (!dictionary.startsWith(id, sign)) continue;
    const text = dictionary.text(id);
    if (!text.startsWith(prefix)) continue;
    const count = countSections(corpus, { ids: [id], forEachRun: (use) => pool.forEachRun(id, use) }, mask);
    if (count > 0) terms.push({ id, count, text });
  }
  terms.sort((a, b) => b.count - a.count || compareCodePoints(a.text, b.text));
  const ids = terms.slice(0, PREFIX_TERMS).map(({ id }) => id);
  const sums = new Map<number, number>();
  for (const id of ids) {
    pool.forEachRun(id, (postings, counts, from, to) => {
      for (let i = from; i < to; i += 1) {
        const posting = postings[i] as number;
        const own = counts[i] as number;
        const known = sums.get(posting);
        sums.set(posting, known === undefined ? own : addCounts(known, own));
      }
    });
  }
  const postings = Uint32Array.from(sums.keys()).sort();
  const counts = Uint8Array.from(postings, (posting) => sums.get(posting) as number);
  return { ids, forEachRun: (use) => use(postings, counts, 0, postings.length) };
}

/** How many visible sections have a term. */
export function countSections({ units: { part } }: Corpus, postings: Postings, mask: ReaderMask): number {
  const visible = mask.units;
  let count = 0;
  let before = -1;
  postings.forEachRun((run, _, from, to) => {
    // Variables of this function stay in registers.
    let [sections, last] = [0, before];
    for (let i = from; i < to; i += 1) {
      const posting = run[i] as number;
      const unit = posting >>> 1;
      const isVisible = ((visible[unit >>> 5] as number) >>> (unit & 31)) & 1;
      sections += isVisible;
      // The parts of a section follow each other, so its second one comes just after an earlier one.
      if ((posting & 1) === 1 && last < unit && last >= unit - (part[unit] as number)) sections -= isVisible;
      last = unit;
    }
    count += sections;
    before = last;
  });
  return count;
}

/** The terms that a text with a word of the vocabulary has. */
export const termsOfWord = (word: string) => [...new Set(withoutRunEnds(termsOf(word)).map(({ text }) => text))];

/** Whether a section that the reader sees has all terms of the word. */
export function isInVisibleSection(word: string, { dictionary, pool }: Corpus, mask: ReaderMask): boolean {
  const ids = termsOfWord(word).map((term) => dictionary.find(term));
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
