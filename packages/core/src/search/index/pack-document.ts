import { widthOfNumber } from "./bytes.js";
import type { PostingPool } from "./posting-pool.js";
import type { StoredVectors } from "./stored-vectors.js";
import type { TermDictionary } from "./term-dictionary.js";

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
  const { bytes } = stored;
  const terms = stored.lengths.length;
  const lists = listsOf(stored);
  const order = new Float64Array(terms);
  for (let term = 0, from = 0; term < terms; term += 1) {
    const length = stored.lengths[term] as number;
    order[term] = dictionary.addSigns(stored.signs, from, length) * terms + term;
    from += length;
    if (term % STEP === STEP - 1) yield;
  }
  order.sort();

  const inSections = chunksWithText(stored);
  const sizes = new Uint32Array(stored.types.length);
  const before = new Uint32Array(stored.types.length);
  const chunkLists = new Uint32Array(terms);
  let at = 0;
  const number = () => {
    let byte = bytes[at] as number;
    at += 1;
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = bytes[at] as number;
      at += 1;
      value |= (byte & 0x7f) << shift;
    }
    return value;
  };
  for (let i = 0; i < terms; i += 1) {
    const id = Math.floor((order[i] as number) / terms);
    const term = (order[i] as number) - id * terms;
    at = lists[term] as number;
    for (let left = number(), unit = 0; left > 0; left -= 1) {
      unit += number();
      pool.add(id, ((first_unit + unit) << 1) | (isLaterPart[unit] as number), bytes[at] as number);
      at += 1;
    }
    chunkLists[term] = at;
    for (let left = number(), chunk = 0; left > 0; left -= 1) {
      chunk += number();
      sizes[chunk] = (sizes[chunk] as number) + widthOfNumber(id - (before[chunk] as number)) + 1;
      before[chunk] = id;
      at += 1;
    }
    if (i % STEP === STEP - 1) yield;
  }

  const vectors = new Uint32Array(stored.types.length);
  let end = 0;
  stored.types.forEach((_, chunk) => {
    vectors[chunk] = end;
    if (inSections[chunk] === 0) return;
    const size = sizes[chunk] as number;
    end += 1 + widthOfNumber(stored.chunk_lengths[chunk] as number) + widthOfNumber(size) + size;
  });
  const section_heads: number[] = [];
  const heads = end;
  for (const { chunks, texts } of stored.sections) {
    section_heads.push(end);
    end += widthOfNumber(chunks) + texts.to - texts.from;
  }
  const data = new Uint8Array(end);
  const write = (to: number, value: number) => {
    let rest = value;
    let next = to;
    for (; rest >= 0x80; rest >>>= 7, next += 1) data[next] = (rest & 0x7f) | 0x80;
    data[next] = rest;
    return next + 1;
  };
  const ends = vectors.slice();
  stored.types.forEach((type, chunk) => {
    if (inSections[chunk] === 0) return;
    const from = ends[chunk] as number;
    data[from] = type;
    ends[chunk] = write(write(from + 1, stored.chunk_lengths[chunk] as number), sizes[chunk] as number);
  });
  before.fill(0);
  for (let i = 0; i < terms; i += 1) {
    const id = Math.floor((order[i] as number) / terms);
    at = chunkLists[(order[i] as number) - id * terms] as number;
    for (let left = number(), chunk = 0; left > 0; left -= 1) {
      chunk += number();
      const next = write(ends[chunk] as number, id - (before[chunk] as number));
      data[next] = bytes[at] as number;
      at += 1;
      ends[chunk] = next + 1;
      before[chunk] = id;
    }
    if (i % STEP === STEP - 1) yield;
  }
  stored.sections.forEach(({ chunks, texts }, i) => {
    data.set(bytes.subarray(texts.from, texts.to), write(section_heads[i] as number, chunks));
  });
  return { data, heads, vectors, section_heads };
}

/** Where the two lists of each term begin. */
function listsOf({ bytes, lengths, lists }: StoredVectors): Uint32Array {
  const starts = new Uint32Array(lengths.length);
  let at = lists;
  for (let term = 0; term < lengths.length; term += 1) {
    starts[term] = at;
    for (let list = 0; list < 2; list += 1) {
      let left = 0;
      for (let shift = 0; ; shift += 7) {
        const byte = bytes[at] as number;
        at += 1;
        left |= (byte & 0x7f) << shift;
        if (byte < 0x80) break;
      }
      for (; left > 0; left -= 1) {
        while ((bytes[at] as number) >= 0x80) at += 1;
        at += 2;
      }
    }
  }
  return starts;
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
