import { Ranges } from "./ranges.js";

/** What the index knows of each unit, a section or one part of a long section, by its number. */
export class Units {
  document = new Uint32Array(1 << 8);
  /** The place of its first chunk. */
  place = new Uint32Array(1 << 8);
  /** How many chunks it has. */
  chunks = new Uint32Array(1 << 8);
  /** Where the vectors of its chunks begin in the document's data. */
  vectors = new Uint32Array(1 << 8);
  /** Where its section's head is in the document's data. */
  head = new Uint32Array(1 << 8);
  /** In terms. */
  length = new Uint32Array(1 << 8);
  /** Its number among the parts of its section, which follow each other. */
  part = new Uint32Array(1 << 8);
  /** A bit for each text_type that it has. */
  types = new Uint8Array(1 << 8);
  /** 1 for text outside every section of a document that has sections. */
  around = new Uint8Array(1 << 8);

  /** Free ones are numbers that no posting has. */
  readonly #ranges = new Ranges();

  /** One more than the highest number. */
  get end(): number {
    return this.#ranges.end;
  }

  get capacity(): number {
    return this.document.length;
  }

  /** The first unit of the section that has this one. */
  firstOf(unit: number): number {
    return unit - (this.part[unit] as number);
  }

  /** @returns the first of `count` numbers that follow each other */
  take(count: number): number {
    const from = this.#ranges.take(count);
    if (this.end > this.capacity) this.#grow();
    return from;
  }

  /** The postings of these numbers are gone. */
  release(ranges: Parameters<Ranges["release"]>[0]): void {
    this.#ranges.release(ranges);
  }

  get bytes(): number {
    return this.capacity * (7 * 4 + 2);
  }

  #grow(): void {
    const length = Math.max(this.end, Math.ceil(this.capacity * 1.5));
    const grown = (from: Uint32Array<ArrayBuffer>) => {
      const to = new Uint32Array(length);
      to.set(from);
      return to;
    };
    this.document = grown(this.document);
    this.place = grown(this.place);
    this.chunks = grown(this.chunks);
    this.vectors = grown(this.vectors);
    this.head = grown(this.head);
    this.length = grown(this.length);
    this.part = grown(this.part);
    const grownBytes = (from: Uint8Array<ArrayBuffer>) => {
      const to = new Uint8Array(length);
      to.set(from);
      return to;
    };
    this.types = grownBytes(this.types);
    this.around = grownBytes(this.around);
  }
}
