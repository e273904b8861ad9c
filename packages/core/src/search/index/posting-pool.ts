const PAGE_BITS = 16;
const PAGE = 1 << PAGE_BITS;
/** The sizes of blocks; each next block of a term has about half of what the term has already. */
const SIZES = [2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024] as const;
const NONE = -1;

/**
 * The postings of all terms, in order of addition: for each term the units that have it, with packed counts. Each term
 * has a chain of blocks in shared pages, so that a term with one posting costs a few bytes and a growing one is never
 * copied.
 */
export class PostingPool {
  readonly #pages: { readonly units: Uint32Array; readonly counts: Uint8Array }[] = [];
  /** Where the free end of the last page is. */
  #end = 0;
  readonly #freeBlocks: number[][] = SIZES.map(() => []);

  #starts = new Uint32Array(1 << 9);
  #sizes = new Uint8Array(1 << 9);
  #next = new Int32Array(1 << 9);
  #blocks = 0;

  #first = new Int32Array(1 << 9).fill(NONE);
  #last = new Int32Array(1 << 9).fill(NONE);
  /** How many postings the last block of each term has. */
  #used = new Uint16Array(1 << 9);
  #totals = new Uint32Array(1 << 9);

  /** Of all terms, those of removed units too until they are swept. */
  size = 0;

  /** How many postings a term has. */
  count(term: number): number {
    return term < this.#totals.length ? (this.#totals[term] as number) : 0;
  }

  add(term: number, unit: number, counts: number): void {
    if (term >= this.#totals.length) this.#growTerms(term);
    let block = this.#last[term] as number;
    if (block === NONE || this.#used[term] === SIZES[this.#sizes[block] as number]) {
      const added = this.#takeBlock((this.#totals[term] as number) >>> 1);
      if (block === NONE) this.#first[term] = added;
      else this.#next[block] = added;
      this.#last[term] = added;
      this.#used[term] = 0;
      block = added;
    }
    const at = (this.#starts[block] as number) + (this.#used[term] as number);
    const page = this.#pages[at >>> PAGE_BITS] as { units: Uint32Array; counts: Uint8Array };
    page.units[at & (PAGE - 1)] = unit;
    page.counts[at & (PAGE - 1)] = counts;
    this.#used[term] = (this.#used[term] as number) + 1;
    this.#totals[term] = (this.#totals[term] as number) + 1;
    this.size += 1;
  }

  /** Passes the postings of a term in runs, in their order. */
  forEachRun(term: number, use: (units: Uint32Array, counts: Uint8Array, from: number, to: number) => void): void {
    if (term >= this.#totals.length) return;
    const last = this.#last[term] as number;
    for (let block = this.#first[term] as number; block !== NONE; block = this.#next[block] as number) {
      const start = this.#starts[block] as number;
      const { units, counts } = this.#pages[start >>> PAGE_BITS] as { units: Uint32Array; counts: Uint8Array };
      const from = start & (PAGE - 1);
      const length = block === last ? (this.#used[term] as number) : (SIZES[this.#sizes[block] as number] as number);
      use(units, counts, from, from + length);
    }
  }

  /** Keeps only postings of units with `keep`. @returns how many are left */
  sweep(term: number, keep: (unit: number) => boolean): number {
    if (this.count(term) === 0) return 0;
    const kept: { units: number[]; counts: number[] } = { units: [], counts: [] };
    let total = 0;
    this.forEachRun(term, (units, counts, from, to) => {
      total += to - from;
      for (let i = from; i < to; i += 1) {
        if (!keep(units[i] as number)) continue;
        kept.units.push(units[i] as number);
        kept.counts.push(counts[i] as number);
      }
    });
    if (kept.units.length === total) return total;
    this.#freeAll(term);
    for (const [i, unit] of kept.units.entries()) this.add(term, unit, kept.counts[i] as number);
    return kept.units.length;
  }

  get bytes(): number {
    return (
      this.#pages.length * PAGE * 5 +
      this.#starts.byteLength * 2 +
      this.#sizes.byteLength +
      this.#first.byteLength * 3 +
      this.#used.byteLength
    );
  }

  #freeAll(term: number): void {
    for (let block = this.#first[term] as number; block !== NONE; ) {
      const next = this.#next[block] as number;
      (this.#freeBlocks[this.#sizes[block] as number] as number[]).push(block);
      block = next;
    }
    this.#first[term] = NONE;
    this.#last[term] = NONE;
    this.#used[term] = 0;
    this.size -= this.#totals[term] as number;
    this.#totals[term] = 0;
  }

  #takeBlock(wanted: number): number {
    let size = SIZES.length - 1;
    while (size > 0 && (SIZES[size] as number) > wanted) size -= 1;
    const block = (this.#freeBlocks[size] as number[]).pop() ?? this.#newBlock(size);
    this.#next[block] = NONE;
    return block;
  }

  #newBlock(size: number): number {
    const length = SIZES[size] as number;
    if (this.#blocks === this.#starts.length) this.#growBlocks();
    const inPage = this.#end & (PAGE - 1);
    // A block is never in two pages.
    if (inPage + length > PAGE) this.#end += PAGE - inPage;
    if (this.#end >>> PAGE_BITS >= this.#pages.length)
      this.#pages.push({ units: new Uint32Array(PAGE), counts: new Uint8Array(PAGE) });
    const block = this.#blocks;
    this.#blocks += 1;
    this.#starts[block] = this.#end;
    this.#sizes[block] = size;
    this.#end += length;
    return block;
  }

  #growBlocks(): void {
    const length = Math.ceil(this.#starts.length * 1.5);
    const grow = <T extends Uint32Array | Int32Array | Uint8Array>(from: T, to: T): T => {
      to.set(from);
      return to;
    };
    this.#starts = grow(this.#starts, new Uint32Array(length));
    this.#sizes = grow(this.#sizes, new Uint8Array(length));
    this.#next = grow(this.#next, new Int32Array(length));
  }

  #growTerms(term: number): void {
    const length = Math.max(term + 1, Math.ceil(this.#totals.length * 1.5));
    const first = new Int32Array(length).fill(NONE);
    first.set(this.#first);
    this.#first = first;
    const last = new Int32Array(length).fill(NONE);
    last.set(this.#last);
    this.#last = last;
    const used = new Uint16Array(length);
    used.set(this.#used);
    this.#used = used;
    const totals = new Uint32Array(length);
    totals.set(this.#totals);
    this.#totals = totals;
  }
}

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
