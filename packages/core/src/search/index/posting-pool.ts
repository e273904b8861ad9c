import { longer } from "./number-sets.js";

const PAGE_BITS = 16;
const PAGE = 1 << PAGE_BITS;
/** Before the postings of a block: the next block of the term, and how many postings this one has room for. */
const HEAD = 2;
const NONE = 0;

interface Page {
  readonly units: Uint32Array;
  readonly counts: Uint8Array;
}

/**
 * The postings of all terms, in order of addition: for each term the units that have it, with packed counts. Each term
 * has a chain of blocks in shared pages, so that a term with one posting costs a few bytes and a growing one is never
 * copied. A block is named by the place of its first posting.
 */
export class PostingPool {
  readonly #pages: Page[] = [];
  /** Where the free end of the last page is. */
  #end = 0;
  /** Blocks of swept terms, by their room. */
  readonly #free = new Map<number, number[]>();

  #first = new Uint32Array(1 << 9);
  #last = new Uint32Array(1 << 9);
  /** How many postings the last block of each term has. */
  #used = new Uint16Array(1 << 9);
  #totals = new Uint32Array(1 << 9);

  /** Of all terms, those of removed units too until they are swept. */
  size = 0;

  /** How many postings a term has. */
  count(term: number): number {
    return this.#totals[term] ?? 0;
  }

  add(term: number, unit: number, counts: number): void {
    if (term >= this.#totals.length) this.#grow(term);
    let block = this.#last[term] as number;
    let used = this.#used[term] as number;
    if (block === NONE || used === this.#head(block, 1)) {
      const added = this.#takeBlock(roomAfter(this.#totals[term] as number));
      if (block === NONE) this.#first[term] = added;
      else this.#setHead(block, 2, added);
      this.#last[term] = added;
      block = added;
      used = 0;
    }
    const page = this.#pages[block >>> PAGE_BITS] as Page;
    const at = (block & (PAGE - 1)) + used;
    page.units[at] = unit;
    page.counts[at] = counts;
    this.#used[term] = used + 1;
    this.#totals[term] = (this.#totals[term] as number) + 1;
    this.size += 1;
  }

  /** Passes the postings of a term in runs, in their order. */
  forEachRun(term: number, use: (units: Uint32Array, counts: Uint8Array, from: number, to: number) => void): void {
    for (let block = this.#first[term] ?? NONE; block !== NONE; ) {
      const { units, counts } = this.#pages[block >>> PAGE_BITS] as Page;
      const from = block & (PAGE - 1);
      const next = units[from - 2] as number;
      use(units, counts, from, from + ((next === NONE ? this.#used[term] : units[from - 1]) as number));
      block = next;
    }
  }

  /** Keeps only postings of units with `keep`. @returns how many are left */
  sweep(term: number, keep: (unit: number) => boolean): number {
    const kept: [unit: number, counts: number][] = [];
    this.forEachRun(term, (units, counts, from, to) => {
      for (let i = from; i < to; i += 1)
        if (keep(units[i] as number)) kept.push([units[i] as number, counts[i] as number]);
    });
    if (kept.length === this.count(term)) return kept.length;
    this.#freeAll(term);
    for (const [unit, counts] of kept) this.add(term, unit, counts);
    return kept.length;
  }

  get bytes(): number {
    return this.#pages.length * PAGE * 5 + this.#totals.length * (3 * 4 + 2);
  }

  #head(block: number, before: number): number {
    return (this.#pages[block >>> PAGE_BITS] as Page).units[(block & (PAGE - 1)) - before] as number;
  }

  #setHead(block: number, before: number, value: number): void {
    (this.#pages[block >>> PAGE_BITS] as Page).units[(block & (PAGE - 1)) - before] = value;
  }

  #freeAll(term: number): void {
    for (let block = this.#first[term] as number; block !== NONE; block = this.#head(block, 2)) {
      const room = this.#head(block, 1);
      const free = this.#free.get(room) ?? [];
      free.push(block);
      this.#free.set(room, free);
    }
    this.size -= this.#totals[term] as number;
    for (const numbers of [this.#first, this.#last, this.#used, this.#totals]) numbers[term] = 0;
  }

  #takeBlock(room: number): number {
    const block = this.#free.get(room)?.pop() ?? this.#newBlock(room);
    this.#setHead(block, 2, NONE);
    return block;
  }

  #newBlock(room: number): number {
    // A block is never in two pages.
    if ((this.#end & (PAGE - 1)) + HEAD + room > PAGE) this.#end = this.#pages.length * PAGE;
    if (this.#end >>> PAGE_BITS >= this.#pages.length)
      this.#pages.push({ units: new Uint32Array(PAGE), counts: new Uint8Array(PAGE) });
    const block = this.#end + HEAD;
    this.#setHead(block, 1, room);
    this.#end = block + room;
    return block;
  }

  #grow(term: number): void {
    const length = Math.max(term + 1, Math.ceil(this.#totals.length * 1.5));
    this.#first = longer(this.#first, length);
    this.#last = longer(this.#last, length);
    this.#used = longer(this.#used, length);
    this.#totals = longer(this.#totals, length);
  }
}

/** The room of the next block of a term: a power of two, about half of the postings that the term has, at most 1,024. */
const roomAfter = (total: number) => 1 << Math.min(10, Math.max(1, 30 - Math.clz32(total)));

/**
 * How often a term is in the fields of a section or chunk, in one byte: title 0 to 3, breadcrumb 0 to 3, body 0 to 15,
 * each capped. More occurrences hardly change a score.
 */
export type Counts = number;

const TITLE_MAX = 3;
const BREADCRUMB_MAX = 3;
const BODY_MAX = 15;

export function packCounts(title: number, breadcrumb: number, body: number): Counts {
  return (Math.min(title, TITLE_MAX) << 6) | (Math.min(breadcrumb, BREADCRUMB_MAX) << 4) | Math.min(body, BODY_MAX);
}

export const titleCount = (counts: Counts) => counts >>> 6;
export const breadcrumbCount = (counts: Counts) => (counts >>> 4) & BREADCRUMB_MAX;
export const bodyCount = (counts: Counts) => counts & BODY_MAX;

export function addCounts(a: Counts, b: Counts): Counts {
  return packCounts(
    titleCount(a) + titleCount(b),
    breadcrumbCount(a) + breadcrumbCount(b),
    bodyCount(a) + bodyCount(b),
  );
}
