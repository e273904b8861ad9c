import { widthOfNumber } from "./bytes.js";
import type { PostingPool } from "./posting-pool.js";
import type { TermDictionary } from "./term-dictionary.js";
import type { StoredVectors } from "./term-vectors.js";

/** Terms between two steps: about a millisecond of work. */
const STEP = 4_000;

export interface PackedDocument {
  /** The vectors of its chunks in order, then the heads of its sections. */
  readonly data: Uint8Array;
  readonly heads: number;
  /** Where the vector of each chunk begins in `data`. */
  readonly vectors: Uint32Array;
  /** Where the head of each section begins in `data`. */
  readonly section_heads: readonly number[];
}

/**
 * Adds the postings of a document's units, and packs the vectors of its chunks: for each chunk its text_type, its
 * length, and its terms by number, each as the difference from the one before with its counts. It goes from the lowest
 * number to the highest, so each list is read and each vector is written from front to back.
 */
export function* packDocument(
  stored: StoredVectors,
  first_unit: number,
  isLaterPart: Uint8Array,
  dictionary: TermDictionary,
  pool: PostingPool,
): Generator<void, PackedDocument> {
  const terms = stored.lengths.length;
  const { starts, counts } = listsOf(stored);
  const ids = new Uint32Array(terms);
  for (let term = 0, from = 0; term < terms; term += 1) {
    const length = stored.lengths[term] as number;
    ids[term] = dictionary.addSigns(stored.signs, from, length);
    from += length;
    if (term % STEP === STEP - 1) yield;
  }
  const order = byNumber(ids, dictionary.end);

  const chunkTerms = new ChunkTerms(counts, dictionary.end);
  for (let from = 0; from < terms; from += STEP) {
    const to = Math.min(from + STEP, terms);
    for (let i = from; i < to; i += 1) {
      const term = order[i] as number;
      const at = addPostings(stored.bytes, starts[term] as number, ids[term] as number, first_unit, isLaterPart, pool);
      chunkTerms.add(stored.bytes, at, ids[term] as number);
    }
    if (to < terms) yield;
  }
  return packed(stored, chunkTerms);
}

const DIGIT_BITS = 11;
const DIGITS = 1 << DIGIT_BITS;

/**
 * The terms of a document in the order of their numbers, by a radix sort: a sort that compares takes a fifth of a start.
 *
 * @param end more than each number
 */
function byNumber(ids: Uint32Array, end: number): Uint32Array {
  const terms = ids.length;
  let order = new Uint32Array(terms);
  for (let term = 0; term < terms; term += 1) order[term] = term;
  for (let shift = 0; end >>> shift > 0; shift += DIGIT_BITS) {
    const starts = new Uint32Array(DIGITS + 1);
    for (let term = 0; term < terms; term += 1) {
      const after = (((ids[term] as number) >>> shift) & (DIGITS - 1)) + 1;
      starts[after] = (starts[after] as number) + 1;
    }
    for (let digit = 1; digit < DIGITS; digit += 1)
      starts[digit] = (starts[digit] as number) + (starts[digit - 1] as number);
    const sorted = new Uint32Array(terms);
    for (let i = 0; i < terms; i += 1) {
      const term = order[i] as number;
      const digit = ((ids[term] as number) >>> shift) & (DIGITS - 1);
      const at = starts[digit] as number;
      sorted[at] = term;
      starts[digit] = at + 1;
    }
    order = sorted;
  }
  return order;
}

/** @returns where the list of units ends */
function addPostings(
  bytes: Uint8Array,
  start: number,
  id: number,
  first_unit: number,
  isLaterPart: Uint8Array,
  pool: PostingPool,
): number {
  let at = start;
  let left = 0;
  for (let shift = 0, byte = 0x80; byte >= 0x80; shift += 7, at += 1) {
    byte = bytes[at] as number;
    left |= (byte & 0x7f) << shift;
  }
  for (let unit = 0; left > 0; left -= 1) {
    for (let shift = 0, byte = 0x80; byte >= 0x80; shift += 7, at += 1) {
      byte = bytes[at] as number;
      unit += (byte & 0x7f) << shift;
    }
    pool.add(id, ((first_unit + unit) << 1) | (isLaterPart[unit] as number), bytes[at] as number);
    at += 1;
  }
  return at;
}

/** The terms of each chunk, as they are packed, with room for the longest differences. */
class ChunkTerms {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** The number of each chunk's last term. */
  readonly #last: Uint32Array;

  /**
   * @param counts of terms, for each chunk
   * @param end more than each term's number
   */
  constructor(counts: Uint32Array, end: number) {
    const room = widthOfNumber(end) + 1;
    this.starts = new Uint32Array(counts.length);
    this.#last = new Uint32Array(counts.length);
    let size = 0;
    for (let chunk = 0; chunk < counts.length; chunk += 1) {
      this.starts[chunk] = size;
      size += (counts[chunk] as number) * room;
    }
    this.bytes = new Uint8Array(size);
    this.ends = this.starts.slice();
  }

  /** Adds a term to the chunks of a list, which begins at `start`. */
  add(list: Uint8Array, start: number, id: number): void {
    const { bytes, ends } = this;
    const last = this.#last;
    let at = start;
    let left = 0;
    for (let shift = 0, byte = 0x80; byte >= 0x80; shift += 7, at += 1) {
      byte = list[at] as number;
      left |= (byte & 0x7f) << shift;
    }
    for (let chunk = 0; left > 0; left -= 1) {
      for (let shift = 0, byte = 0x80; byte >= 0x80; shift += 7, at += 1) {
        byte = list[at] as number;
        chunk += (byte & 0x7f) << shift;
      }
      const next = writeNumber(bytes, ends[chunk] as number, id - (last[chunk] as number));
      bytes[next] = list[at] as number;
      at += 1;
      ends[chunk] = next + 1;
      last[chunk] = id;
    }
  }
}

function packed(stored: StoredVectors, { bytes, starts, ends }: ChunkTerms): PackedDocument {
  const inSections = chunksWithText(stored);
  const chunks = stored.types.length;
  const sizeOf = (chunk: number) => (ends[chunk] as number) - (starts[chunk] as number);
  const vectors = new Uint32Array(chunks);
  let end = 0;
  for (let chunk = 0; chunk < chunks; chunk += 1) {
    vectors[chunk] = end;
    if (inSections[chunk] === 0) continue;
    const size = sizeOf(chunk);
    end += 1 + widthOfNumber(stored.chunk_lengths[chunk] as number) + widthOfNumber(size) + size;
  }
  const heads = end;
  const section_heads = stored.sections.map(({ chunks, texts }) => {
    const head = end;
    end += widthOfNumber(chunks) + texts.to - texts.from;
    return head;
  });

  const data = new Uint8Array(end);
  for (let chunk = 0; chunk < chunks; chunk += 1) {
    if (inSections[chunk] === 0) continue;
    const from = vectors[chunk] as number;
    data[from] = stored.types[chunk] as number;
    const head = writeNumber(data, from + 1, stored.chunk_lengths[chunk] as number);
    data.set(bytes.subarray(starts[chunk], ends[chunk]), writeNumber(data, head, sizeOf(chunk)));
  }
  stored.sections.forEach(({ chunks, texts }, i) => {
    data.set(stored.bytes.subarray(texts.from, texts.to), writeNumber(data, section_heads[i] as number, chunks));
  });
  return { data, heads, vectors, section_heads };
}

/** @returns where the number ends */
function writeNumber(to: Uint8Array, at: number, value: number): number {
  let rest = value;
  let next = at;
  for (; rest >= 0x80; rest >>>= 7, next += 1) to[next] = (rest & 0x7f) | 0x80;
  to[next] = rest;
  return next + 1;
}

/** Where the two lists of each term begin, and how many terms each chunk has. */
function listsOf({ bytes, lengths, lists, types }: StoredVectors): { starts: Uint32Array; counts: Uint32Array } {
  const starts = new Uint32Array(lengths.length);
  const counts = new Uint32Array(types.length);
  let at = lists;
  for (let term = 0; term < lengths.length; term += 1) {
    starts[term] = at;
    for (let list = 0; list < 2; list += 1) {
      let left = 0;
      for (let shift = 0, byte = 0x80; byte >= 0x80; shift += 7, at += 1) {
        byte = bytes[at] as number;
        left |= (byte & 0x7f) << shift;
      }
      for (let item = 0; left > 0; left -= 1) {
        for (let shift = 0, byte = 0x80; byte >= 0x80; shift += 7, at += 1) {
          byte = bytes[at] as number;
          item += (byte & 0x7f) << shift;
        }
        at += 1;
        if (list === 1) counts[item] = (counts[item] as number) + 1;
      }
    }
  }
  return { starts, counts };
}

/** 1 for each chunk of a section with text; chunks of nothing but headings have no terms. */
function chunksWithText({ sections, types }: StoredVectors): Uint8Array {
  const has = new Uint8Array(types.length);
  let place = 0;
  for (const { chunks, parts } of sections) {
    if (parts.length > 0) has.fill(1, place, place + chunks);
    place += chunks;
  }
  return has;
}
