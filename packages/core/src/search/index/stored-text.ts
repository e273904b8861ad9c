import { ByteWriter } from "./bytes.js";
import type { Counts } from "./posting-pool.js";

/** The counts of terms by their numbers. */
export type TermCounts = readonly (readonly [term: number, counts: Counts])[];

/** A part of a section, or all of it. */
export interface StoredUnit {
  /** The number of its section. */
  readonly section: number;
  readonly part: number;
  /** The first chunk, and how many there are. */
  readonly place: number;
  readonly chunks: number;
  /** In terms. */
  readonly length: number;
}

/** Writes the term vectors of a text in their stored form, which `holdDocument` reads: its terms, the heads of its sections, then a vector for each chunk and for each unit. */
export class StoredTextWriter {
  /** The number of each term in this text. */
  readonly #terms = new Map<string, number>();
  readonly #chunks = new ByteWriter();
  readonly #units = new ByteWriter();
  /** See `headsOf`. */
  readonly heads = new ByteWriter();
  /** How many there are so far. */
  sections = 0;
  chunks = 0;
  #unitCount = 0;

  numberOf(term: string): number {
    const number = this.#terms.get(term) ?? this.#terms.size;
    this.#terms.set(term, number);
    return number;
  }

  /** @param type the index of its text_type @param length in terms */
  addChunk(type: number, length: number, counts: TermCounts): void {
    this.#chunks.byte(type);
    this.#chunks.number(length);
    writeCounts(counts, this.#chunks);
    this.chunks += 1;
  }

  addUnit({ section, part, place, chunks, length }: StoredUnit, counts: TermCounts): void {
    for (const value of [section, part, place, chunks, length]) this.#units.number(value);
    writeCounts(counts, this.#units);
    this.#unitCount += 1;
  }

  done(): Uint8Array<ArrayBuffer> {
    const out = new ByteWriter();
    const terms = [...this.#terms.keys()];
    for (const count of [terms.length, this.chunks, this.#unitCount, this.heads.length]) out.number(count);
    for (const term of terms) out.byte(term.length);
    for (const term of terms) out.signs(term);
    for (const part of [this.heads, this.#chunks, this.#units]) out.bytes(part.done());
    return out.done();
  }
}

/** The numbers of the terms, ascending, each as the difference from the one before and with its counts. */
function writeCounts(counts: TermCounts, out: ByteWriter): void {
  out.number(counts.length);
  let before = 0;
  for (const [number, packed] of counts.toSorted(([a], [b]) => a - b)) {
    out.number(number - before);
    out.byte(packed);
    before = number;
  }
}
